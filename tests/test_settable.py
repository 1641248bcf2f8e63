"""The fields of a position that can be set up, written and read as text."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, OptionsError
from divisor_duel.settable import Settable

NUMBER = Settable("last", "the number to answer", least=2, most=50, none=True)
SET = Settable("pool", "the numbers in the pool", (2, 3, 4, 5, 9, 10))


def mask(*numbers: int) -> int:
    """A set of numbers."""
    return sum(1 << number for number in numbers)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (NUMBER, "2", 2),
        (NUMBER, "50", 50),
        (NUMBER, "0", 0),
        (SET, "2-5,9", mask(2, 3, 4, 5, 9)),
        (SET, "10", mask(10)),
        (SET, "", 0),
    ],
)
def test_values_are_read_back_as_they_were_written(field: Settable, text: str, value: int) -> None:
    """Neighbours are joined, no blanks are written, and an empty set is an empty text."""
    assert field.read(text) == value
    assert field.write(value) == text


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (NUMBER, "1"),
        (NUMBER, "51"),
        (NUMBER, "two"),
        (NUMBER, ""),
        (NUMBER._replace(none=False), "0"),
        (SET, "6"),
        (SET, "1-3"),
        (SET, "5-9"),
        (SET, "4-3"),
        (SET, "9-11"),
        (SET, "2;3"),
        (SET, "1" * 30),
        (SET._replace(numbers=()), "2"),
    ],
)
def test_other_texts_are_refused_with_what_is_allowed(field: Settable, text: str) -> None:
    """Numbers beyond the limits, gaps in a set, and other text are refused in one sentence."""
    with pytest.raises(OptionsError, match=rf"{field.name} must be .*, not "):
        field.read(text)


def test_what_is_allowed_is_told_in_words() -> None:
    """Limits of a number, whether it may be missing, and the members of a set."""
    assert NUMBER.allowed == "from 2 to 50, or 0 for none"
    assert NUMBER._replace(none=False).allowed == "from 2 to 50"
    assert SET.allowed == "numbers out of 2-5, 9-10"
    assert SET._replace(numbers=()).allowed == "empty"


def test_a_game_may_write_its_numbers_in_its_own_way() -> None:
    """Digits writes in its base, and an empty number as 0."""
    written = GAMES["digits"](base=16).settable()
    number = next(field for field in written if field.name == "number")
    assert number.write(0xAB) == "AB"
    assert number.read("AB") == 0xAB
    assert number.write(0) == "0"


def test_a_field_may_be_within_another() -> None:
    """A dotted name is a part of a part, as in sums."""
    game = GAMES["chain"](high=9)
    position = game.play(game.start(), 6)
    assert [field.of(position) for field in game.settable()] == [6, position.pool]
    nested = Settable("to_move.other", "the opponent", least=1, most=2)
    assert nested.of(position) == 1
