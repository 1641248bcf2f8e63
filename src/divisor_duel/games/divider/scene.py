"""Divider Duel on a full screen: the list, with what was taken and what went along."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import members
from divisor_duel.scene import CellState, Played, Scene, grid, listed


def scene(game: Divider, position: DividerPosition, played: Played, width: int) -> Scene:
    """The list; numbers that were taken keep their taker's mark."""
    takers = {move: player for player, move in played}
    last = played[-1][1] if played else 0

    def cell(number: int) -> tuple[CellState, Player | None]:
        if position.left >> number & 1:
            return CellState.LEGAL, None
        if number == last:
            return CellState.LAST, takers[number]
        return (CellState.HELD, takers[number]) if number in takers else (CellState.GONE, None)

    return Scene(grid(game.low, game.high, width, cell))


def effect(game: Divider, position: DividerPosition, move: int) -> str:
    """Which multiples go along, and how many numbers are left then."""
    after = game.play(position, move)
    along = members(position.left & ~after.left & ~(1 << move))
    left = len(members(after.left))
    stay = f"{left} number{'' if left == 1 else 's'} stay{'s' if left == 1 else ''}"
    return f"takes {listed(game, along)} along; {stay}" if along else f"takes nothing along; {stay}"
