"""The position as a board, for a person at a terminal.

Pools are grids with ten numbers to a row, so that equal last digits stand in
one column. Marks tell as much as colours do: numbers you may take stand in
brackets, numbers that are gone are dots or dimmed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from divisor_duel.game import Game
from divisor_duel.games.parts import BOARD, find
from divisor_duel.terminal.paint import Paint

LARGEST_GRID = 300
"""Pools beyond this are told in words only: their grid would fill several screens."""

Lines = list[str]


def board(game: Game[Any], position: Any, paint: Paint, width: int = 80) -> Lines:
    """The board of `position` as lines of at most `width` columns; empty if it is too large."""
    return (find(game, BOARD) or plain)(game, position, paint, width)


def plain(game: Game[Any], position: Any, paint: Paint, width: int) -> Lines:
    """The board of any game: its legal moves in brackets."""
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
    """Rows of ten (or five, where ten do not fit); `cell` gives a number's text and its paint."""
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


def gone(number: int, paint: Paint) -> tuple[str, Callable[[str], str]]:
    """A number that was taken."""
    return (f"{number} " if paint.colour else "· "), paint.dim


def taken(paint: Paint) -> str:
    """What the key below a board says of taken numbers."""
    return f"{paint.dim('n' if paint.colour else '·')} taken"


def pool_cell(
    number: int, legal: bool, pool: int, paint: Paint
) -> tuple[str, Callable[[str], str]]:
    """A number of a pool: yours to take, free, or taken."""
    if legal:
        return f"[{number}]", paint.bold
    if pool >> number & 1:
        return f"{number} ", str
    return gone(number, paint)
