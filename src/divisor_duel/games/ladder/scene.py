"""Ladder on a full screen: the pool, and both players' climbs above it."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.scene import CellState, Played, Scene, grid, trail
from divisor_duel.terminal.paint import MARKS


def scene(game: Ladder, position: LadderPosition, played: Played, width: int) -> Scene:
    """The pool with both players' rungs; what may be climbed to is lit."""
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
    return Scene(grid(2, game.high, width, cell), notes=notes)


def effect(game: Ladder, position: LadderPosition, move: int) -> str:
    """How high the step is, and where it could go on from there."""
    further = game.high // move - 1
    room = f"{further} multiple{'' if further == 1 else 's'} of it up to {game.high}"
    return f"{move // position.own} x {position.own}; {room if further else 'nothing above it'}"
