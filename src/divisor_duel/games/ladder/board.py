"""Ladder: the board at a terminal."""

from __future__ import annotations

from collections.abc import Callable

from divisor_duel.game import Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.terminal.board import LARGEST_GRID, Lines, grid, pool_cell, taken
from divisor_duel.terminal.paint import MARKS, Paint


def board(game: Ladder, position: LadderPosition, paint: Paint, width: int) -> Lines:
    """The pool as a grid, with the players' own numbers."""
    if game.high >= LARGEST_GRID:
        return []
    legal = set(game.legal_moves(position))
    owners = {position.one: Player.ONE, position.two: Player.TWO}

    def cell(number: int) -> tuple[str, Callable[[str], str]]:
        if number in owners:
            owner = owners[number]
            return f"{MARKS[owner]}{number} ", lambda text: paint.player(owner, text)
        return pool_cell(number, number in legal, position.pool, paint)

    key = "  ".join(paint.player(p, f"{MARKS[p]} Player {int(p)}") for p in Player)
    return [*grid(2, game.high, cell, width), "", f"[n] yours to take  {key}  {taken(paint)}"]
