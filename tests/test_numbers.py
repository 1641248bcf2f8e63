"""Sets of numbers as masks, against Python's own sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.numbers import (
    LARGEST_TABLED,
    MaskTable,
    NumberLists,
    members,
    members_in_parts,
    multiples,
    ranges,
    relatives,
    runs,
    span,
)


@given(st.sets(st.integers(0, 700)))
def test_members_are_the_set(numbers: set[int]) -> None:
    """A mask gives back exactly its numbers, ascending."""
    mask = sum(1 << number for number in numbers)
    assert members(mask) == tuple(sorted(numbers))


@given(st.sets(st.integers(0, 35)))
def test_members_in_parts_are_the_set(numbers: set[int]) -> None:
    """The parts of a mask together give back exactly its numbers, ascending."""
    mask = sum(1 << number for number in numbers)
    assert members_in_parts(mask) == tuple(sorted(numbers))


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


def test_number_lists_are_made_once_and_dropped_when_they_are_too_large() -> None:
    """A list is made twice only if all were dropped in between."""
    made = list[int]()

    def up_to(key: int) -> tuple[int, ...]:
        made.append(key)
        return tuple(range(key))

    lists = NumberLists(up_to, most=60)
    assert [lists[key] for key in (20, 20, 3, 20)] == [up_to(key) for key in (20, 20, 3, 20)]
    assert made[:2] == [20, 3]
    assert lists[40] == tuple(range(40))
    assert list(lists) == [40]


def test_a_long_mask_counts_as_much_as_its_size() -> None:
    """Few numbers in a long mask take the memory of the mask."""
    lists = NumberLists(lambda mask: (mask.bit_length() - 1,), most=5000)
    for number in range(100_000, 100_010):
        assert lists[1 << number] == (number,)
    assert len(lists) <= 3


def test_a_mask_table_keeps_the_masks_of_small_boards_only() -> None:
    """The table has the masks of the function, and holds on to them if they are short."""
    for high in (50, LARGEST_TABLED + 1):
        table = MaskTable(multiples, high)
        assert table[7] == multiples(7, high)
        assert len(table) == (high == 50)
