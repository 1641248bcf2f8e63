"""Chain on a full screen: the pool with everyone's numbers in it, and the chain above."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import members
from divisor_duel.scene import CellState, Played, Scene, grid, trail


def scene(game: Chain, position: ChainPosition, played: Played, width: int) -> Scene:
    """The pool; who took what, and what may answer the number taken last."""
    legal = frozenset(game.legal_moves(position))
    takers = {move: player for player, move in played}

    def cell(number: int) -> tuple[CellState, Player | None]:
        if number == position.last:
            return CellState.LAST, position.to_move.other
        if number in legal:
            return CellState.LEGAL, None
        if position.pool >> number & 1:
            return CellState.OPEN, None
        return CellState.HELD, takers.get(number)

    chain = trail(game, [move for _, move in played])
    note = f"The chain: {chain}" if chain else "The chain is empty."
    return Scene(grid(game.low, game.high, width, cell), notes=(note,))


def effect(game: Chain, position: ChainPosition, move: int) -> str:
    """How the number fits to the one before, and how many are left then."""
    left = len(members(position.pool)) - 1
    if not position.last:
        return f"opens the chain; {left} numbers stay"
    kin = "a factor" if position.last % move == 0 else "a multiple"
    return f"{kin} of {position.last}; {left} numbers stay"
