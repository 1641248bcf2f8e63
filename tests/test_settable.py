"""Fields of a position that can be set up by hand: written as text, and read again."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import OptionsError
from divisor_duel.numbers import members
from divisor_duel.settable import Settable

POOL = Settable("pool", "the numbers left", numbers=(2, 3, 4, 6, 8, 9))
HEAP = Settable("heap", "the heap", least=3, most=9)
LAST = Settable("last", "the last number", least=2, most=9, none=True)
EMPTY = Settable("pool", "the numbers left", numbers=())


class Inner(NamedTuple):
    """A position within a position."""

    heap: int


class Outer(NamedTuple):
    """A position with another inside."""

    one: Inner
    heap: int


def test_a_field_may_be_within_a_field() -> None:
    """A dot in the name goes one level down."""
    position = Outer(Inner(4), 7)
    assert HEAP.of(position) == 7
    assert Settable("one.heap", "the first heap").of(position) == 4


@given(st.sets(st.sampled_from(POOL.numbers or ())))
def test_a_set_is_written_in_ranges_and_read_again(numbers: set[int]) -> None:
    """Neighbours are joined, and any subset of the allowed numbers comes back."""
    mask = sum(1 << number for number in numbers)
    assert POOL.read(POOL.write(mask)) == mask
    assert members(mask) == tuple(sorted(numbers))


def test_sets_and_numbers_have_one_notation() -> None:
    """A set is written without blanks, an empty one not at all, and no number as 0."""
    assert POOL.write(0b1101011100) == "2-4,6,8-9"
    assert (POOL.write(0), LAST.write(0), HEAP.write(5)) == ("", "0", "5")
    assert POOL.read(",2-4,,9,") == 0b1000011100
    assert (LAST.read("0"), LAST.read("9"), HEAP.read("3"), EMPTY.read("")) == (0, 9, 3, 0)


@pytest.mark.parametrize(
    ("field", "allowed", "texts"),
    [
        (
            POOL,
            "numbers out of 2-4, 6, 8-9",
            ("5", "2-5", "1", "10", "4-2", "x", "2 3", "-3", "2-", "1" * 19),
        ),
        (HEAP, "from 3 to 9", ("2", "10", "0", "", "x", "-3")),
        (LAST, "from 2 to 9, or 0 for none", ("1", "10", "")),
        (EMPTY, "empty", ("2", "x")),
    ],
)
def test_what_is_not_allowed_is_refused(
    field: Settable, allowed: str, texts: tuple[str, ...]
) -> None:
    """The error names the field, what it may be, and what was given."""
    assert field.allowed == allowed
    for text in texts:
        with pytest.raises(OptionsError) as caught:
            field.read(text)
        quoted = repr(text[:10])[:-1]
        assert str(caught.value).startswith(f"{field.name} must be {allowed}, not {quoted}")
