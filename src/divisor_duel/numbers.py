"""Sets of numbers as bitmasks: bit k is set when the number k is in the set.

Pools of the games are such masks, so taking numbers out is one operation on
one integer however many go. Masks are cached because every move needs one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, count

LARGEST = 100_000
"""The largest number that a list or pool may hold: a mask of 12 KB, a move in milliseconds."""

_BITS = bytes.maketrans(b"01", b"\x00\x01")


def members(mask: int) -> tuple[int, ...]:
    """The numbers in the set, ascending; of small sets, and of the latest, they are remembered."""
    return _remembered(mask) if mask < _SMALL else _latest(mask)


def listed(mask: int) -> tuple[int, ...]:
    """The same of a set that will hardly come up again."""
    # Reading the binary digits as text costs one pass in C; peeling off lowest
    # bits would copy the whole mask once per member.
    return tuple(compress(count(), bin(mask)[:1:-1].encode().translate(_BITS)))


_remembered = lru_cache(maxsize=1 << 14)(listed)
_SMALL = 1 << 128  # larger sets recur seldom, and each would take much memory: only the latest
_latest = lru_cache(maxsize=2)(listed)  # are remembered, which several ask about in turn


def span(low: int, high: int) -> int:
    """The set of all numbers from `low` to `high`."""
    return (1 << high + 1) - (1 << low)


@lru_cache(maxsize=4096)
def multiples(number: int, high: int) -> int:
    """The set of `number`, 2 x `number`, ... up to `high`."""
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
    """The set of proper factors and proper multiples of `number` up to `high`."""
    mask = multiples(number, high) ^ 1 << number
    for factor in range(1, int(number**0.5) + 1):
        if number % factor == 0:
            mask |= 1 << factor | 1 << number // factor
    return mask & ~(1 << number)


def runs(mask: int) -> str:
    """What `ranges` writes of the numbers in the set, told from its edges alone."""
    begins, ends = listed(mask & ~(mask << 1)), listed(mask & ~(mask >> 1))
    pairs = zip(begins, ends, strict=True)
    return ", ".join([str(one) if one == two else f"{one}-{two}" for one, two in pairs]) or "none"


def ranges(numbers: tuple[int, ...]) -> str:
    """Ascending numbers as text, neighbours joined: ``2-4, 6, 8-50``."""
    parts: list[str] = []
    begin = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            run = numbers[begin:index]
            parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
            begin = index
    return ", ".join(parts) or "none"
