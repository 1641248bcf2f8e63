"""Codes of rooms and first names as they are typed."""

from __future__ import annotations

import pytest

from divisor_duel.web.classroom.codes import (
    LENGTH,
    LETTERS,
    LONGEST_NAME,
    new_code,
    read_code,
    read_first_name,
)
from divisor_duel.web.game.table import RefusedError


def test_a_code_is_read_however_it_is_typed() -> None:
    """Small letters, spaces and dashes make no difference; every new code is read back."""
    assert read_code(" bcd fgh") == read_code("BCD-FGH") == "BCDFGH"
    for code in (new_code() for _ in range(50)):
        assert read_code(code.lower()) == code
        assert len(code) == LENGTH


def test_no_letter_can_be_taken_for_another() -> None:
    """A code has no vowel, so it cannot be a word, and no letter that looks like a digit."""
    assert not set(LETTERS) & set("AEIOUYLS0123456789")


@pytest.mark.parametrize("text", ["", "BCDFG", "BCDFGHJ", "BCDFGA", "BCDFG1", "<b>", "é" * 6])
def test_other_texts_are_no_codes(text: str) -> None:
    """A text that cannot be a code is refused in a sentence."""
    with pytest.raises(RefusedError, match="6 letters"):
        read_code(text)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann  \n B ", "Ann B"),
        ("Zoë", "Zoë"),
        ("\u202eAnn\u200b\x1b[2J", "Ann"),
        ("<script>", "<script>"),
        ("小明", "小明"),
    ],
)
def test_a_name_is_one_clean_line(typed: str, shown: str) -> None:
    """Names keep their letters in any language and lose whatever is invisible."""
    assert read_first_name(typed) == shown


@pytest.mark.parametrize("typed", ["", " ", "\u202e", "...", "x" * (LONGEST_NAME + 1)])
def test_a_name_that_says_nothing_or_too_much_is_refused(typed: str) -> None:
    """A name needs a letter or a digit, and an end."""
    with pytest.raises(RefusedError, match="name"):
        read_first_name(typed)
