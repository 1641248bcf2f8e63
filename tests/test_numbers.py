"""Sets of numbers as masks, against Python's own sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.numbers import members, multiples, ranges, relatives, runs, span


@given(st.sets(st.integers(0, 700)))
def test_members_are_the_set(numbers: set[int]) -> None:
    """A mask gives back exactly its numbers, ascending."""
    mask = sum(1 << number for number in numbers)
    assert members(mask) == tuple(sorted(numbers))


@given(st.integers(1, 400), st.integers(0, 400))
def test_multiples_and_relatives_follow_their_definition(number: int, more: int) -> None:
    """Masks of multiples and of relatives hold what division says."""
    high = number + more
    assert members(multiples(number, high)) == tuple(range(number, high + 1, number))
    expected = [k for k in range(1, high + 1) if k != number and 0 in (k % number, number % k)]
    assert list(members(relatives(number, high))) == expected
    assert members(span(number, high)) == tuple(range(number, high + 1))


@given(st.sets(st.integers(0, 60)))
def test_ranges_name_every_number_once(numbers: set[int]) -> None:
    """The text with joined neighbours stands for the same numbers."""
    text, found = ranges(tuple(sorted(numbers))), list[int]()
    for part in text.split(", ") if numbers else []:
        begin, _, end = part.partition("-")
        found += range(int(begin), int(end or begin) + 1)
    assert found == sorted(numbers)
    assert numbers or text == "none"
    assert runs(sum(1 << number for number in numbers)) == text
