"""A position of Ladder, told to a player who is asked in words."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.numbers import runs


def situation(game: Ladder, position: LadderPosition, you: Player) -> str:
    """What there is and what `you` have to answer, in one sentence without its full stop."""
    yours, theirs = (position.one, position.two)[:: 1 if you == 1 else -1]
    pool = runs(position.pool)
    return f"your own number is {yours}, your opponent's own number is {theirs}; pool: {pool}"
