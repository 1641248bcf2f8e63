"""Chain as arrays: an agent's observation, and many games played at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from divisor_duel.adapters.rendering import GameEncoding, Squares
from divisor_duel.batch.base import Players
from divisor_duel.batch.encoding import Bits, binary, one_hot
from divisor_duel.batch.pools import PoolBatch
from divisor_duel.batch.sets import Numbers, are_empty, gather, pack, remove
from divisor_duel.game import AnyGame, Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import members, relatives, span


def action_count(game: Chain) -> int:
    """Return one more than the largest move."""
    return game.high + 1


def observation(game: Chain, position: ChainPosition, viewer: Player) -> Bits:
    """Return the pool and the last number (0 before the first move), in bits."""
    length = action_count(game)
    return np.concatenate([binary(position.pool, length), one_hot(position.last, length)])


def squares(game: Chain, position: ChainPosition) -> Squares:
    """Return the pool as squares, with the number to answer framed."""
    free = frozenset(members(position.pool))
    return Squares(members(game.start().pool), free, framed=position.last)


class ChainBatch(PoolBatch):
    """Many games of Chain: answer with a factor or a multiple."""

    def _prepare(self, game: AnyGame) -> None:
        assert isinstance(game, Chain)
        start = span(game.low, game.high)
        opening = sum(1 << move for move in game.legal_moves(game.start()))
        self._allocate(start, opening, game.high + 1)
        answers = [opening, *(relatives(number, game.high) for number in range(1, game.high + 1))]
        self._relatives = pack(answers)
        self._last: Numbers = np.zeros(self.games, np.int64)

    def _restart(self, chosen: Numbers) -> None:
        super()._restart(chosen)
        self._last[chosen] = 0

    def _position(self, index: int) -> ChainPosition:
        turn = Player(int(self.to_move[index]))
        return ChainPosition(self._left(index), int(self._last[index]), turn)

    def _play(self, numbers: Numbers, block: slice) -> Players:
        pool, last, allowed = self._pool[:, block], self._last[block], self._allowed[:, block]
        remove(pool, numbers)
        np.copyto(last, numbers, where=numbers > 0)
        np.bitwise_and(pool, gather(self._relatives, last), out=allowed)
        return are_empty(allowed) * self.to_move[block]

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        return self._observe(self._last)


BATCH = ChainBatch


ENCODING = GameEncoding[Chain, ChainPosition](action_count, observation, squares)
