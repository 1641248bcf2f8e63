"""A position of Countdown, told to a player who is asked in words."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition


def situation(game: Countdown, position: CountdownPosition, you: Player) -> str:
    """What there is and what `you` have to answer, in one sentence without its full stop."""
    return f"the current number, from which you subtract, is {position.number}"
