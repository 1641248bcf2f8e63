"""Chain: what an agent sees, and which actions it has."""

from __future__ import annotations

import numpy as np

from divisor_duel.adapters.rendering import Squares
from divisor_duel.batch.encoding import Bits, binary, one_hot
from divisor_duel.game import Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import members


def action_count(game: Chain) -> int:
    """One more than the largest move."""
    return game.high + 1


def observation(game: Chain, position: ChainPosition, viewer: Player) -> Bits:
    """The pool, the number taken last (place 0 before the first move)."""
    length = action_count(game)
    return np.concatenate([binary(position.pool, length), one_hot(position.last, length)])


def squares(game: Chain, position: ChainPosition) -> Squares:
    """The pool, with the number to answer framed."""
    free = frozenset(members(position.pool))
    return Squares(members(game.start().pool), free, framed=position.last)
