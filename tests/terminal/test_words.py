"""Texts as sentences."""

from __future__ import annotations

from divisor_duel.errors import OptionsError
from divisor_duel.terminal.words import as_sentence


def test_an_error_becomes_a_sentence() -> None:
    """The first letter becomes a capital, the other letters stay, and a full stop follows."""
    assert as_sentence(OptionsError("low must not be ABOVE high")) == "Low must not be ABOVE high."
