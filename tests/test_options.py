"""Options: allowed values, numbers in text, and quotes in messages."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES, MoveTextError, OptionsError
from divisor_duel.options import MISERE, NORMAL, Option, brief, ending, option, read_number

SIZE = Option("size", 21, "how many there are", least=1, most=50)
OPENING = Option("opening", "any", "which opens", choices=("any", "even"))
PART = Option("one", "chain:high=30", "a game with its options", set_up=True)


@pytest.mark.parametrize(
    ("spec", "allowed", "good", "bad"),
    [
        (SIZE, "a whole number from 1 to 50", (1, 21, 50), (0, 51, True, 9.0, "9", None)),
        (OPENING, "'any' or 'even'", ("any", "even"), ("odd", "", 2, None)),
        (PART, "a game with its options", ("", "chain"), (2, None)),
    ],
)
def test_an_option_allows_its_values_and_no_others(
    spec: Option, allowed: str, good: tuple[Any, ...], bad: tuple[Any, ...]
) -> None:
    """Numbers are whole and within bounds, words are among the choices, and errors say which."""
    assert spec.is_number is (spec is SIZE)
    assert spec.allowed == allowed
    for value in good:
        spec.check(value)
        assert spec.read(str(value)) == value
    for value in bad:
        with pytest.raises(OptionsError) as caught:
            spec.check(value)
        assert str(caught.value) == f"{spec.name} must be {allowed}, not {brief(value)}"


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "51", "2.0"])
def test_a_text_that_names_no_allowed_number_is_refused(text: str) -> None:
    """Reading says the same as checking, and quotes the text or the number."""
    with pytest.raises(OptionsError, match="size must be a whole number from 1 to 50, not "):
        SIZE.read(text)


def test_a_field_of_a_game_carries_its_option() -> None:
    """A dataclass field knows what it allows; `ending` is the house rule of every game."""
    field = option(5, "five", least=1, most=9)
    assert field.default == 5
    assert field.metadata["option"] == Option("", 5, "five", least=1, most=9)
    house = ending()
    assert house.default == NORMAL
    assert house.metadata["option"].choices == (NORMAL, MISERE)
    assert house.metadata["option"].house


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


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        ("a" * 38, repr("a" * 38)),
        ("a" * 39, f"'{'a' * 23}... (41 characters)"),
        (12, "12"),
    ],
)
def test_a_quote_is_whole_or_says_how_long_the_value_is(value: object, quoted: str) -> None:
    """Forty characters are quoted whole; of more, the first 24 and their number."""
    assert brief(value) == quoted


def test_a_number_that_python_would_not_print_is_not_quoted() -> None:
    """Python prints no more than some thousand digits, and the message says so instead."""
    assert brief(10**5000) == "a number too long to show"
