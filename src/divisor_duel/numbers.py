"""Sets of numbers as bitmasks: bit k is set when the number k is in the set.

The games' pools are such masks, so one operation on one integer takes out any count of
numbers. The masks of multiples and relatives are cached because every move needs one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, count

LARGEST = 100_000
"""Largest number in a list or pool: its mask takes 12 KB, and a move milliseconds."""

_BITS = bytes.maketrans(b"01", b"\x00\x01")


def members(mask: int) -> tuple[int, ...]:
    """Return the numbers in the set, ascending, from a cache if possible."""
    return _cached(mask) if mask < _SMALL else _latest(mask)


def listed(mask: int) -> tuple[int, ...]:
    """Return the numbers in a set that is unlikely to come up again, without a cache."""
    # Reading the binary digits as text costs one pass in C; peeling off lowest
    # bits would copy the whole mask once per member.
    return tuple(compress(count(), bin(mask)[:1:-1].encode().translate(_BITS)))


_cached = lru_cache(maxsize=1 << 14)(listed)
_SMALL = 1 << 128  # larger sets rarely recur and take much memory, so few are cached
_latest = lru_cache(maxsize=2)(listed)  # enough for several callers asking about one position


def span(low: int, high: int) -> int:
    """Return the set of all numbers from `low` to `high`."""
    return (1 << high + 1) - (1 << low)


@lru_cache(maxsize=4096)
def multiples(number: int, high: int) -> int:
    """Return the set of `number`, 2 x `number`, ... up to `high`."""
    mask, reach = 1 << number, number
    while 2 * reach <= high:  # double the row: it holds the multiples up to `reach`
        mask |= mask << reach
        reach *= 2
    return (mask | mask << reach) & span(number, high)


def without_multiples(mask: int, number: int) -> int:
    """Return the set without `number` and its multiples."""
    return mask & ~multiples(number, max(number, mask.bit_length()))


@lru_cache(maxsize=4096)
def relatives(number: int, high: int) -> int:
    """Return the set of proper factors and proper multiples of `number` up to `high`."""
    mask = multiples(number, high) ^ 1 << number
    for factor in range(1, int(number**0.5) + 1):
        if number % factor == 0:
            mask |= 1 << factor | 1 << number // factor
    return mask & ~(1 << number)


def runs(mask: int) -> str:
    """Like `ranges`, but for a set; computed from the ends of its runs."""
    begins, ends = listed(mask & ~(mask << 1)), listed(mask & ~(mask >> 1))
    pairs = zip(begins, ends, strict=True)
    return ", ".join([str(one) if one == two else f"{one}-{two}" for one, two in pairs]) or "none"


def ranges(numbers: tuple[int, ...]) -> str:
    """Return ascending numbers as text, with neighbours joined: ``2-4, 6, 8-50``."""
    parts: list[str] = []
    begin = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            run = numbers[begin:index]
            parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
            begin = index
    return ", ".join(parts) or "none"
