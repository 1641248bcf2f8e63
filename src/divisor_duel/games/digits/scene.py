"""Digits on a full screen: the number large, with the places that are still empty."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.scene import FRAME, Cell, CellState, Played, Scene


def scene(game: Digits, position: DigitsPosition, played: Played, width: int) -> Scene:
    """The number, what it leaves when divided, and the digits."""
    written = game.written(position.number)
    legal = frozenset(game.legal_moves(position))
    takers = {move: player for player, move in played}
    last = played[-1][1] if played else 0
    columns = max(1, width // (1 + FRAME + 1))

    def state(digit: int) -> tuple[CellState, Player | None]:
        if digit in legal:
            return CellState.LEGAL, None
        if position.left >> digit & 1:
            return CellState.OPEN, None
        return CellState.LAST if digit == last else CellState.HELD, takers.get(digit)

    cells = []
    for index, digit in enumerate(range(1, game.base)):
        kind, owner = state(digit)
        cells.append(Cell(digit, game.format_move(digit), kind, *divmod(index, columns), owner))
    return Scene(tuple(cells), headline=written, notes=(_standing(game, position.number, written),))


def _standing(game: Digits, number: int, written: str) -> str:
    base = "" if game.base == 10 else f" (base {game.base})"
    if not written:
        return f"{game.target} is to divide the number{base}, which is empty."
    return f"{_division(game, number)}{base}."


def _division(game: Digits, number: int) -> str:
    rest = number % game.target
    if rest == 0:
        return f"{game.target} divides {game.written(number)}"
    return f"{game.written(number)} leaves {rest} when divided by {game.target}"


def effect(game: Digits, position: DigitsPosition, move: int) -> str:
    """How the division comes out then."""
    return _division(game, position.number * game.base + move)
