"""Digits: the board at a terminal."""

from __future__ import annotations

from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members
from divisor_duel.terminal.board import Lines
from divisor_duel.terminal.paint import Paint


def board(game: Digits, position: DigitsPosition, paint: Paint, width: int) -> Lines:
    """The number with room for the digits to come, and the digits left."""
    written = game.written(position.number)
    places = " ".join(written.ljust(game.base - 1, "_"))
    remainder = position.number % game.target
    choices = "".join(f" [{game.format_move(digit)}]" for digit in members(position.left))
    told = f"   leaves {remainder} when divided by {game.target}" if written else ""
    return [f"  {paint.bold(places)}{told}", f" {choices}"]
