"""Lines in and out: a pipe, a terminal, and what is safe to print."""

from __future__ import annotations

from tests.conftest import Run


def test_what_was_typed_is_shown_as_typed(duel: Run) -> None:
    """Letters beyond ASCII come back as they were typed."""
    assert "'fünf' is not a whole number" in duel("play", "chain", typed="fünf\n").stdout
