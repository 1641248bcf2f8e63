"""A position of Divider, told to a player who is asked in words."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import runs


def situation(game: Divider, position: DividerPosition, you: Player) -> str:
    """What there is and what `you` have to answer, in one sentence without its full stop."""
    return f"on the shared list, from which you remove a number: {runs(position.left)}"
