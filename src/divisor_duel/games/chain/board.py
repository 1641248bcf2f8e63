"""Chain: the board at a terminal."""

from __future__ import annotations

from collections.abc import Callable

from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.terminal.board import LARGEST_GRID, Lines, grid, pool_cell, taken
from divisor_duel.terminal.paint import MARKS, Paint


def board(game: Chain, position: ChainPosition, paint: Paint, width: int) -> Lines:
    """The pool as a grid, the last number marked, its answers in brackets."""
    if game.high - game.low >= LARGEST_GRID:
        return []
    legal = set(game.legal_moves(position))
    taker = position.to_move.other

    def cell(number: int) -> tuple[str, Callable[[str], str]]:
        if number == position.last:
            return f"{MARKS[taker]}{number} ", lambda text: paint.player(taker, text)
        return pool_cell(number, number in legal, position.pool, paint)

    last = f"  {paint.player(taker, MARKS[taker] + 'n')} last number" if position.last else ""
    return [
        *grid(game.low, game.high, cell, width),
        "",
        f"[n] yours to take{last}  {taken(paint)}",
    ]
