"""What follows from the proved openings: values of positions that the file does not name.

* A number without relatives left is a heap of one: it adds 1 to the nim-value (by xor), and
  never meets another number. So 2..73 is 2..72 and a heap.
* A position is the sum of its connected groups, and a group has the same value wherever it
  occurs. Each proved position with a single group, apart from heaps, gives that group's value.
* A position that one move reaches from a position worth 0 is not worth 0: else that move would
  win. So a reply is wrong if the opponent could have opened with it and won.
"""

from __future__ import annotations

from functools import lru_cache

from divisor_duel.games.divider.solving.columns import groups_of
from divisor_duel.games.divider.solving.openings import proved_positions
from divisor_duel.numbers import members, relatives, span, without_multiples

FEWEST_NUMBERS = 20
"""Fewest numbers left for which consequences are searched: shorter searches are as quick."""


def without_heaps(left: int, high: int) -> tuple[int, int]:
    """Return the numbers that have relatives left, and the nim-value of the others."""
    heaps = sum(1 << n for n in members(left) if not relatives(n, high) & left)
    return left ^ heaps, heaps.bit_count() & 1


@lru_cache(maxsize=8)
def _values_without_heaps(high: int) -> dict[int, int]:
    """Return the nim-values of the proved positions of lists to `high`, without their heaps."""
    values: dict[int, int] = {}
    for left, nim in proved_positions(high).items():
        rest, heaps = without_heaps(left, high)
        values[rest] = nim ^ heaps
    return values


@lru_cache(maxsize=8)
def _proved_bits(high: int) -> int:
    """Return the number of bits of the largest number in a proved position, without heaps."""
    return max(map(int.bit_length, _values_without_heaps(high)), default=0)


@lru_cache(maxsize=1 << 14)
def known_value(left: int, high: int) -> int | None:
    """Return the nim-value of numbers up to `high`, none of them 1; None if it does not follow."""
    proved = proved_positions(high).get(left)
    if proved is not None or left.bit_count() < FEWEST_NUMBERS:
        return proved
    values, proved_bits = _values_without_heaps(high), _proved_bits(high)
    if any(relatives(n, high) & left for n in members(left >> proved_bits << proved_bits)):
        return None  # a number beyond all proved lists is not a heap
    rest, total = without_heaps(left, high)
    if rest in values:
        return total ^ values[rest]
    groups = groups_of(rest)
    if len(groups) == 1 or not all(group in values for group in groups):
        return None
    for group in groups:
        total ^= values[group]
    return total


@lru_cache(maxsize=8)
def _zeros(high: int) -> tuple[int, ...]:
    """Return the positions worth 0 after openings of 2..high, and all others that are proved."""
    start = span(2, high)
    after = (without_multiples(start, opening) for opening in range(2, high + 1))
    own = [left for left in after if known_value(left, high) == 0]
    shipped = [left for left, nim in proved_positions(high).items() if not nim]
    return tuple(dict.fromkeys(own + shipped))


@lru_cache(maxsize=1 << 14)
def follows_a_zero(left: int, high: int) -> bool:
    """Return whether one move reaches a position from one worth 0, so that it is not worth 0."""
    if left.bit_count() < FEWEST_NUMBERS:
        return False
    for zero in _zeros(high):
        taken = zero & ~left
        if taken and not left & ~zero:
            number = (taken & -taken).bit_length() - 1  # the smallest is the one that was taken
            if without_multiples(zero, number) == left:
                return True
    return False
