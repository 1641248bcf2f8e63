"""Which puzzle a player asks for."""

from __future__ import annotations

from typing import NamedTuple


class PuzzleChoice(NamedTuple):
    """Which puzzle to solve; what is None is left to chance."""

    daily: bool = False
    """Whether it is the puzzle of the day, which leaves nothing else to choose."""
    game: str | None = None
    """Its game."""
    theme: str | None = None
    """Its theme."""
    seed: str | None = None
    """Its number. A puzzle chosen by its number is not rated, since it can be repeated."""
