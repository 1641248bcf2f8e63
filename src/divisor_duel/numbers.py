"""Sets of numbers as bitmasks: bit k is set when the number k is in the set.

The games' pools are such masks, so one operation on one integer takes out any count of
numbers. The masks of multiples and relatives are cached because every move needs one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import compress, count

LARGEST = 100_000
"""Largest number in a list or pool: its mask takes 12 KB, and a move milliseconds."""

LARGEST_TABLED = 4096
"""Largest board whose masks a `MaskTable` keeps: 2 MB of them."""

_BITS = bytes.maketrans(b"01", b"\x00\x01")
_NUMBERS = tuple(range(1 << 10))


class NumberLists(dict[int, tuple[int, ...]]):
    """Lists of numbers by key, each made when it is first asked for.

    Every turn asks for the same few lists, and reading a dictionary takes half the time of
    calling a cached function. All of them are dropped when they take more than `most` words.
    """

    def __init__(self, make: Callable[[int], tuple[int, ...]], most: int) -> None:
        self._make, self._most, self._held = make, most, 0

    def __missing__(self, key: int) -> tuple[int, ...]:
        numbers = self._make(key)
        size = len(numbers) + (key.bit_length() >> 6) + 8  # in words; 8 for the row and its objects
        self._held += size
        if self._held > self._most:
            self.clear()
            self._held = size
        self[key] = numbers
        return numbers


class MaskTable(dict[int, int]):
    """The mask of each number on the board of one game, made when it is first asked for."""

    def __init__(self, mask_of: Callable[[int, int], int], high: int) -> None:
        self._mask_of, self._high = mask_of, high

    def __missing__(self, number: int) -> int:
        mask = self._mask_of(number, self._high)
        if self._high <= LARGEST_TABLED:
            self[number] = mask
        return mask


def listed(mask: int) -> tuple[int, ...]:
    """Return the numbers in a set that is unlikely to come up again, without a cache."""
    # Reading the binary digits as text costs one pass in C; peeling off lowest
    # bits would copy the whole mask once per member.
    numbers = _NUMBERS if mask < _SMALL else count()
    return tuple(compress(numbers, bin(mask)[:1:-1].encode().translate(_BITS)))


_SMALL = 1 << len(_NUMBERS)

members: Callable[[int], tuple[int, ...]] = NumberLists(listed, 1 << 20).__getitem__
"""Returns the numbers in a set, ascending, from a cache if possible."""


_LOW, _MIDDLE, _HIGH = (1 << 12) - 1, (1 << 24) - (1 << 12), -1 << 24


def members_in_parts(mask: int) -> tuple[int, ...]:
    """Like `members`, for one of so many sets below 2^36 that few would be in the cache.

    The lists of their parts of twelve bits all are.
    """
    return members(mask & _LOW) + members(mask & _MIDDLE) + members(mask & _HIGH)


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
