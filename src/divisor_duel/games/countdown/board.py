"""Countdown: the board at a terminal."""

from __future__ import annotations

from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.terminal.board import LARGEST_GRID, Lines
from divisor_duel.terminal.paint import Paint


def board(game: Countdown, position: CountdownPosition, paint: Paint, width: int) -> Lines:
    """What each divisor leaves."""
    moves = game.legal_moves(position)
    if len(moves) > LARGEST_GRID:
        return []
    number = position.number
    texts = [f"{number} - {move} = {number - move}" for move in moves]
    size = max((len(text) for text in texts), default=0) + 3
    columns = max(1, width // size)
    rows = [texts[index : index + columns] for index in range(0, len(texts), columns)]
    return ["".join(text.ljust(size) for text in row).rstrip() for row in rows]
