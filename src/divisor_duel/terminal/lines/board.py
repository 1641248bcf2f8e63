"""The position as a board, for a person at a terminal.

A pool is a grid with ten numbers to a row, so that equal last digits share a
column. The board reads without colour: legal moves are in brackets, and taken
numbers are dots or dimmed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from divisor_duel.game import AnyGame, Position
from divisor_duel.games.parts import BOARD, Board, G, P, find
from divisor_duel.terminal.paint import Paint

LARGEST_GRID = 300
"""Size limit of a grid; a larger pool would fill several screens and is not drawn."""

Lines = list[str]

GameBoard: TypeAlias = Board[G, P, Paint]
"""The type of `board` in a game's `terminal.py`."""


def board(game: AnyGame, position: Position, paint: Paint, width: int = 80) -> Lines:
    """Return the board as lines of at most `width` columns; empty if it is too large."""
    draw: GameBoard[AnyGame, Position] = find(game, BOARD) or plain
    return draw(game, position, paint, width)


def plain(game: AnyGame, position: Position, paint: Paint, width: int) -> Lines:
    """Return the board of any game: its legal moves in brackets."""
    moves = game.legal_moves(position)
    if len(moves) > LARGEST_GRID:
        return []
    texts = [f"[{game.format_move(move)}]" for move in moves]
    size = max(map(len, texts), default=0) + 1
    columns = max(1, width // size)
    rows = [texts[index : index + columns] for index in range(0, len(texts), columns)]
    return [
        "".join(paint.bold(text) + " " * (size - len(text)) for text in row).rstrip()
        for row in rows
    ]


def grid(
    low: int, high: int, cell: Callable[[int], tuple[str, Callable[[str], str]]], width: int
) -> Lines:
    """Return rows of ten numbers, or five where ten do not fit.

    `cell` returns the text of a number and the function that colours it.
    """
    size = len(str(high)) + 3
    columns = 10 if 10 * size <= width else 5
    lines = []
    for row in range(low // columns, high // columns + 1):
        cells = []
        for number in range(row * columns, (row + 1) * columns):
            text, colour = cell(number) if low <= number <= high else ("", str)
            cells.append(" " * (size - len(text)) + colour(text))
        lines.append("".join(cells).rstrip())
    return lines


def taken_cell(number: int, paint: Paint) -> tuple[str, Callable[[str], str]]:
    """Return the cell of a taken number."""
    return (f"{number} " if paint.colour else "· "), paint.dim


def taken_key(paint: Paint) -> str:
    """Return the entry for taken numbers in the key below a board."""
    return f"{paint.dim('n' if paint.colour else '·')} taken"


def pool_cell(
    number: int, legal: bool, pool: int, paint: Paint
) -> tuple[str, Callable[[str], str]]:
    """Return the cell of a number in a pool: legal, free or taken."""
    if legal:
        return f"[{number}]", paint.bold
    if pool >> number & 1:
        return f"{number} ", str
    return taken_cell(number, paint)
