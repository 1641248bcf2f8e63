"""Divider Duel: the board at a terminal."""

from __future__ import annotations

from collections.abc import Callable

from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.terminal.board import LARGEST_GRID, Lines, gone, grid
from divisor_duel.terminal.paint import Paint


def board(game: Divider, position: DividerPosition, paint: Paint, width: int) -> Lines:
    """The list as a grid."""
    if game.high - game.low >= LARGEST_GRID:
        return []

    def cell(number: int) -> tuple[str, Callable[[str], str]]:
        if position.left >> number & 1:
            return f"[{number}]", paint.bold
        return gone(number, paint)

    return grid(game.low, game.high, cell, width)
