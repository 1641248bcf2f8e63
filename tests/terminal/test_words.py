"""Counts with their nouns, and texts as sentences."""

from __future__ import annotations

import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.terminal.words import as_sentence, plural


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (21, "21 moves")]
)
def test_only_one_is_singular(count: int, text: str) -> None:
    """A count of one has the noun as it is, every other count an s."""
    assert plural(count, "move") == text


def test_a_noun_may_bring_its_own_plural() -> None:
    """Where an s is not enough, the plural is given."""
    assert [plural(count, "try", "tries") for count in (1, 3)] == ["1 try", "3 tries"]


def test_an_error_becomes_a_sentence() -> None:
    """The first letter becomes a capital, the other letters stay, and a full stop follows."""
    assert as_sentence(OptionsError("low must not be ABOVE high")) == "Low must not be ABOVE high."
