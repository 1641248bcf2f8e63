"""Divider Duel in a terminal: line mode's wording and board, full-screen board."""

from __future__ import annotations

from collections.abc import Callable

from divisor_duel.drawing.scene import CellState, GameScenes, Played, Scene, grid_cells, listed
from divisor_duel.game import Outcome, Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import members
from divisor_duel.terminal.lines.board import LARGEST_GRID, grid, taken_cell
from divisor_duel.terminal.lines.wording import Lines, Wording
from divisor_duel.terminal.paint import Paint
from divisor_duel.text import plural


class DividerWording(Wording[Divider, DividerPosition]):
    """The wording of the rule book's sample session."""

    prompt = "Enter the number you wish to remove: "

    def opening(self, position: DividerPosition) -> Lines:
        return [f"Shared List: {list(members(position.left))}", ""]

    def recall(self, position: DividerPosition) -> Lines:
        return self.opening(position)

    def turn(self, position: DividerPosition) -> Lines:
        return [f"{self.mover(position)}, it's your turn."]

    def moved(self, before: DividerPosition, move: int, after: DividerPosition, who: str) -> Lines:
        return [
            "",
            f"{who} removed {move}.",
            f"Numbers divisible by {move} have been removed.",
            f"Updated Shared List: {list(members(after.left))}",
            "",
        ]

    def ended(self, position: DividerPosition, outcome: Outcome) -> Lines:
        return [self.win(outcome)]


WORDING = DividerWording


def board(game: Divider, position: DividerPosition, paint: Paint, width: int) -> Lines:
    """Draw the list as a grid; nothing if it is too long."""
    if game.high - game.low >= LARGEST_GRID:
        return []

    def cell(number: int) -> tuple[str, Callable[[str], str]]:
        if position.left >> number & 1:
            return f"[{number}]", paint.bold
        return taken_cell(number, paint)

    return grid(game.low, game.high, cell, width)


def scene(game: Divider, position: DividerPosition, played: Played, width: int) -> Scene:
    """Return the list; each chosen number has the mark of the player who chose it."""
    takers = {move: player for player, move in played}
    last = played[-1][1] if played else 0

    def cell(number: int) -> tuple[CellState, Player | None]:
        if position.left >> number & 1:
            return CellState.LEGAL, None
        if number == last:
            return CellState.LAST, takers[number]
        return (CellState.HELD, takers[number]) if number in takers else (CellState.GONE, None)

    return Scene(grid_cells(game.low, game.high, width, cell))


def effect(game: Divider, position: DividerPosition, move: int) -> str:
    """Say which multiples the move also removes, and how many numbers it leaves."""
    after = game.play(position, move)
    along = members(position.left & ~after.left & ~(1 << move))
    left = len(members(after.left))
    stay = f"{plural(left, 'number')} left"
    return f"also removes {listed(game, along)}; {stay}" if along else f"removes no others; {stay}"


SCENES = GameScenes[Divider, DividerPosition](scene, effect)
