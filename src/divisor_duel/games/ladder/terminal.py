"""Ladder in a terminal: line mode's wording and board, full-screen board."""

from __future__ import annotations

from collections.abc import Callable

from divisor_duel.drawing.scene import CellState, GameScenes, Played, Scene, grid_cells, trail
from divisor_duel.game import Outcome, Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.numbers import members, ranges
from divisor_duel.terminal.lines.board import LARGEST_GRID, grid, pool_cell, taken_key
from divisor_duel.terminal.lines.wording import Lines, Wording
from divisor_duel.terminal.paint import MARKS, Paint
from divisor_duel.text import plural


class LadderWording(Wording[Ladder, LadderPosition]):
    """The wording of the rule book's sample session."""

    def opening(self, position: LadderPosition) -> Lines:
        return []

    def _state(self, position: LadderPosition) -> Lines:
        return [
            f"Current Number Pool: [{self._pool(position)}]",
            f"{self.names[Player.ONE]}'s Current Number: {position.one}",
            f"{self.names[Player.TWO]}'s Current Number: {position.two}",
            "",
        ]

    def _pool(self, position: LadderPosition) -> str:
        """Return six numbers and the range of the rest, as in the sample.

        Short pools are listed in full. The sample's range excludes "previously selected numbers".
        That wording is used only if these are the players' own numbers, which the next lines
        show; otherwise the ranges leave them out.
        """
        pool = members(position.pool)
        if len(pool) <= 12:
            return ", ".join(map(str, pool))
        rest, note = pool[6:], ""
        rest_ranges = ranges(rest)
        selected = {*range(rest[0], rest[-1])}.difference(rest)
        if selected and selected <= {position.one, position.two}:
            rest_ranges, note = f"{rest[0]}-{rest[-1]}", " (excluding previously selected numbers)"
        return f"{', '.join(map(str, pool[:6]))}, {rest_ranges}{note}"

    def turn(self, position: LadderPosition) -> Lines:
        return [
            *self._state(position),
            f"{self.mover(position)}, it's your turn.",
            f"Your Current Number: {position.own}",
        ]

    def question(self, position: LadderPosition) -> str:
        return f"Select a number that is a multiple of {position.own} from the pool:\n"

    def moved(self, before: LadderPosition, move: int, after: LadderPosition, who: str) -> Lines:
        return [
            f"{who} {'have' if who == 'You' else 'has'} selected {move}.",
            f"{move} is removed from the pool.",
            f"{self.mover(before)}'s Current Number is now {move}.",
            "",
        ]

    def ended(self, position: LadderPosition, outcome: Outcome) -> Lines:
        stuck = self.mover(position)
        return [
            *self._state(position),
            f"{stuck} cannot make a valid move: no multiple of {position.own} is left.",
            self.win(outcome),
        ]


WORDING = LadderWording


def board(game: Ladder, position: LadderPosition, paint: Paint, width: int) -> Lines:
    """Draw the pool as a grid with the players' own numbers; nothing if too long."""
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
    return [*grid(2, game.high, cell, width), "", f"[n] you can take  {key}  {taken_key(paint)}"]


def scene(game: Ladder, position: LadderPosition, played: Played, width: int) -> Scene:
    """Return the pool with both players' rungs; legal moves are lit."""
    legal = frozenset(game.legal_moves(position))
    takers = {move: player for player, move in played}
    own = {position.one: Player.ONE, position.two: Player.TWO}

    def cell(number: int) -> tuple[CellState, Player | None]:
        if number in own:
            return CellState.LAST, own[number]
        if number in legal:
            return CellState.LEGAL, None
        if position.pool >> number & 1:
            return CellState.OPEN, None
        return (CellState.HELD, takers[number]) if number in takers else (CellState.GONE, None)

    climbs = [[1, *(move for mover, move in played if mover == player)] for player in Player]
    notes = tuple(
        f"{MARKS[player]} climbs: {trail(game, climb)}"
        for player, climb in zip(Player, climbs, strict=True)
    )
    return Scene(grid_cells(2, game.high, width, cell), notes=notes)


def effect(game: Ladder, position: LadderPosition, move: int) -> str:
    """Say by how much the move multiplies, and how many multiples are above it."""
    further = game.high // move - 1
    room = f"{plural(further, 'multiple')} of it up to {game.high}"
    return f"{move // position.own} x {position.own}; {room if further else 'nothing above it'}"


SCENES = GameScenes[Ladder, LadderPosition](scene, effect)
