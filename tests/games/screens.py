"""Boards, wording and scenes of games, as lines and letters that can be read in a test."""

from __future__ import annotations

from io import StringIO
from typing import Any

from divisor_duel import Player
from divisor_duel.drawing.scene import CellState, Scene
from divisor_duel.game import AnyGame
from divisor_duel.terminal.lines.wording import Wording
from divisor_duel.terminal.paint import Paint

PLAIN = Paint(StringIO())
"""No colours, as for a stream that is not a terminal."""

NAMES = {Player.ONE: "Ann", Player.TWO: "Ben"}


def speak(wording: type[Wording[Any, Any]], game: AnyGame) -> Wording[Any, Any]:
    """The wording of a game between Ann and Ben."""
    return wording(game, NAMES)


def at(game: AnyGame, *moves: int) -> Any:
    """The position after some moves."""
    *_, position = game.positions(moves)
    return position


def played(*moves: int) -> tuple[tuple[Player, int], ...]:
    """Moves with their players, of whom Player 1 began."""
    return tuple((Player(1 + index % 2), move) for index, move in enumerate(moves))


def states(scene: Scene) -> dict[CellState, list[str]]:
    """The texts of a scene's cells by their state, with the owner's number after a dot."""
    found: dict[CellState, list[str]] = {}
    for cell in scene.cells:
        owner = f".{int(cell.owner)}" if cell.owner else ""
        found.setdefault(cell.state, []).append(f"{cell.text}{owner}")
    return found
