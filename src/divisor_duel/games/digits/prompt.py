"""A position of Digits, told to a player who is asked in words."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members


def situation(game: Digits, position: DigitsPosition, you: Player) -> str:
    """What there is and what `you` have to answer, in one sentence without its full stop."""
    written = game.written(position.number)
    digits = " ".join(game.format_move(digit) for digit in members(position.left))
    number = f"the number so far is {written}" if written else "no digit has been placed yet"
    return f"{number}; digits left: {digits}; you place the next one"
