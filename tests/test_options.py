"""Options: allowed values, numbers in text, and quotes in messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES, MoveTextError, OptionsError
from divisor_duel.game import brief, read_number
from divisor_duel.options import MISERE, NORMAL, Option


@given(st.text())
def test_numbers_are_read_only_in_plain_digits(text: str) -> None:
    """Only ASCII digits are a number; signs, other scripts, points and padding are not."""
    number = read_number(text)
    assert (number is not None) == (bool(text) and all(char in "0123456789" for char in text))


@pytest.mark.parametrize("text", ["3.0", "1e3", "-3", "+3", "٣", "³", "1_000", " 3", "0x3", ""])
def test_other_ways_to_write_numbers_are_refused(text: str) -> None:
    """What Python might read as a number is not one here."""
    assert read_number(text) is None
    with pytest.raises(MoveTextError):
        GAMES["chain"]().parse_move(text)


def test_numbers_too_long_for_python_are_refused() -> None:
    """A number of ten thousand digits is not read and does not raise."""
    assert read_number("9" * 10_000) is None


@given(st.one_of(st.text(), st.integers(), st.floats(), st.none()))
def test_quotes_are_short_and_printable(value: object) -> None:
    """Whatever is quoted in a message stays on one short line."""
    quoted = brief(value)
    assert quoted.isprintable()
    assert len(quoted) < 60


NUMBER = Option("high", 9, "the largest number", least=2, most=40)
WORD = Option("opening", "any", "how to open", choices=("any", "even"))
SET_UP = Option("one", "divider", "the first game, such as divider:high=9", set_up=True)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (NUMBER, "2", 2),
        (NUMBER, "40", 40),
        (WORD, "even", "even"),
        (SET_UP, "chain:high=30", "chain:high=30"),
    ],
)
def test_options_are_read_from_text(option: Option, text: str, value: int | str) -> None:
    """A number and a word are read as such, and a game with its options stays a text."""
    assert option.read(text) == value
    assert option.is_number is isinstance(value, int)


@pytest.mark.parametrize(
    ("option", "text", "words"),
    [
        (NUMBER, "1", "high must be a whole number from 2 to 40, not 1"),
        (NUMBER, "41", "high must be a whole number from 2 to 40, not 41"),
        (NUMBER, "six", "high must be a whole number from 2 to 40, not 'six'"),
        (WORD, "odd", "opening must be 'any' or 'even', not 'odd'"),
    ],
)
def test_other_texts_are_refused_with_what_is_allowed(
    option: Option, text: str, words: str
) -> None:
    """The sentence names the option, its values, and the text."""
    with pytest.raises(OptionsError) as caught:
        option.read(text)
    assert str(caught.value) == words


@pytest.mark.parametrize("value", [True, 9.0, "9", None])
def test_only_a_whole_number_is_one(value: object) -> None:
    """What equals a number or looks like one is refused, as True and 9.0."""
    with pytest.raises(OptionsError):
        NUMBER.check(value)


def test_a_set_up_is_a_text() -> None:
    """Any text passes, as the game itself reads it; the error about others says what it sets."""
    SET_UP.check("whatever")
    with pytest.raises(
        OptionsError, match="one must be the first game, such as divider:high=9, not"
    ):
        SET_UP.check(7)


def test_the_ending_is_a_house_rule_with_two_values() -> None:
    """A game that can be played misere has it as its last option, normal unless asked for."""
    assert GAMES["chain"].option_specs()[-1] == Option(
        "ending",
        NORMAL,
        "normal, or misere, in which winning and losing are swapped",
        choices=(NORMAL, MISERE),
        house=True,
    )
