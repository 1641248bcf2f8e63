"""The position as a board, for a person at a terminal.

Pools are grids with ten numbers to a row, so that equal last digits stand in
one column. Marks tell as much as colours do: numbers you may take stand in
brackets, numbers that are gone are dots or dimmed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from divisor_duel.game import Game, Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.numbers import members
from divisor_duel.terminal.paint import MARKS, Paint

LARGEST_GRID = 300
"""Pools beyond this are told in words only: their grid would fill several screens."""

Lines = list[str]


def board(game: Game[Any], position: Any, paint: Paint, width: int = 80) -> Lines:
    """The board of `position` as lines of at most `width` columns; empty if it has none."""
    draw = _BOARDS.get(game.id)
    return draw(game, position, paint, width) if draw else []


def _grid(
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


def _gone(number: int, paint: Paint) -> tuple[str, Callable[[str], str]]:
    return (f"{number} " if paint.colour else "· "), paint.dim


def _taken(paint: Paint) -> str:
    return f"{paint.dim('n' if paint.colour else '·')} taken"


def _divider(game: Divider, position: DividerPosition, paint: Paint, width: int) -> Lines:
    if game.high - game.low >= LARGEST_GRID:
        return []

    def cell(number: int) -> tuple[str, Callable[[str], str]]:
        if position.left >> number & 1:
            return f"[{number}]", paint.bold
        return _gone(number, paint)

    return _grid(game.low, game.high, cell, width)


def _ladder(game: Ladder, position: LadderPosition, paint: Paint, width: int) -> Lines:
    if game.high >= LARGEST_GRID:
        return []
    legal = set(game.legal_moves(position))
    owners = {position.one: Player.ONE, position.two: Player.TWO}

    def cell(number: int) -> tuple[str, Callable[[str], str]]:
        if number in owners:
            owner = owners[number]
            return f"{MARKS[owner]}{number} ", lambda text: paint.player(owner, text)
        return _pool_cell(number, number in legal, position.pool, paint)

    key = "  ".join(paint.player(p, f"{MARKS[p]} Player {int(p)}") for p in Player)
    return [*_grid(2, game.high, cell, width), "", f"[n] yours to take  {key}  {_taken(paint)}"]


def _chain(game: Chain, position: ChainPosition, paint: Paint, width: int) -> Lines:
    if game.high - game.low >= LARGEST_GRID:
        return []
    legal = set(game.legal_moves(position))
    taker = position.to_move.other

    def cell(number: int) -> tuple[str, Callable[[str], str]]:
        if number == position.last:
            return f"{MARKS[taker]}{number} ", lambda text: paint.player(taker, text)
        return _pool_cell(number, number in legal, position.pool, paint)

    last = f"  {paint.player(taker, MARKS[taker] + 'n')} last number" if position.last else ""
    return [
        *_grid(game.low, game.high, cell, width),
        "",
        f"[n] yours to take{last}  {_taken(paint)}",
    ]


def _pool_cell(
    number: int, legal: bool, pool: int, paint: Paint
) -> tuple[str, Callable[[str], str]]:
    if legal:
        return f"[{number}]", paint.bold
    if pool >> number & 1:
        return f"{number} ", str
    return _gone(number, paint)


def _countdown(game: Countdown, position: CountdownPosition, paint: Paint, width: int) -> Lines:
    moves = game.legal_moves(position)
    if len(moves) > LARGEST_GRID:
        return []
    number = position.number
    texts = [f"{number} - {move} = {number - move}" for move in moves]
    size = max((len(text) for text in texts), default=0) + 3
    columns = max(1, width // size)
    rows = [texts[index : index + columns] for index in range(0, len(texts), columns)]
    return ["".join(text.ljust(size) for text in row).rstrip() for row in rows]


def _digits(game: Digits, position: DigitsPosition, paint: Paint, width: int) -> Lines:
    written = game.written(position.number)
    places = " ".join(written.ljust(game.base - 1, "_"))
    remainder = position.number % game.target
    choices = "".join(f" [{game.format_move(digit)}]" for digit in members(position.left))
    told = f"   leaves {remainder} when divided by {game.target}" if written else ""
    return [f"  {paint.bold(places)}{told}", f" {choices}"]


_BOARDS: dict[str, Callable[[Any, Any, Paint, int], Lines]] = {
    "divider": _divider,
    "ladder": _ladder,
    "countdown": _countdown,
    "chain": _chain,
    "digits": _digits,
}
