"""Ladder as arrays: an agent's observation, and many games played at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from divisor_duel.adapters.rendering import GameEncoding, Squares
from divisor_duel.batch.base import Players
from divisor_duel.batch.encoding import Bits, binary, one_hot
from divisor_duel.batch.pools import PoolBatch
from divisor_duel.batch.sets import Numbers, are_empty, gather, pack, remove
from divisor_duel.game import AnyGame, Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.numbers import members, multiples, span


def action_count(game: Ladder) -> int:
    """Return one more than the largest move."""
    return game.high + 1


def observation(game: Ladder, position: LadderPosition, viewer: Player) -> Bits:
    """Return the pool, the agent's number and the opponent's, as zeros and ones."""
    length = action_count(game)
    numbers = (position.one, position.two) if viewer == 1 else (position.two, position.one)
    return np.concatenate(
        [binary(position.pool, length), *(one_hot(number, length) for number in numbers)]
    )


def squares(game: Ladder, position: LadderPosition) -> Squares:
    """Return the pool and both players' own numbers as squares."""
    owners = {position.one: Player.ONE, position.two: Player.TWO}
    free = frozenset(members(position.pool))
    return Squares(members(game.start().pool), free, owners=owners)


class LadderBatch(PoolBatch):
    """Many games of Ladder: players climb the multiples of their own numbers."""

    def _prepare(self, game: AnyGame) -> None:
        assert isinstance(game, Ladder)
        start = span(2, game.high)
        self._allocate(start, start, game.high + 1)
        masks = [0, *(multiples(number, game.high) for number in range(1, game.high + 1))]
        self._multiples = pack(masks)
        self._own: Numbers = np.ones(self.games, np.int64)
        self._other: Numbers = np.ones(self.games, np.int64)

    def _restart(self, chosen: Numbers) -> None:
        super()._restart(chosen)
        self._own[chosen] = self._other[chosen] = 1

    def _position(self, index: int) -> LadderPosition:
        turn = Player(int(self.to_move[index]))
        own, other = int(self._own[index]), int(self._other[index])
        one, two = (own, other) if turn == Player.ONE else (other, own)
        return LadderPosition(self._left(index), one, two, turn)

    def _play(self, numbers: Numbers, block: slice) -> Players:
        pool, allowed = self._pool[:, block], self._allowed[:, block]
        own, other = self._own[block], self._other[block]
        moved = numbers > 0
        remove(pool, numbers)
        np.copyto(own, other, where=moved)  # the opponent is to move now
        np.copyto(other, numbers, where=moved)
        np.bitwise_and(pool, gather(self._multiples, own), out=allowed)
        return are_empty(allowed) * self.to_move[block]

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        if viewers is None:
            return self._observe(self._own, self._other)
        same = np.asarray(viewers) == self.to_move
        own, other = (self._own, self._other), (self._other, self._own)
        return self._observe(*(np.where(same, *pair) for pair in zip(own, other, strict=True)))


BATCH = LadderBatch


ENCODING = GameEncoding[Ladder, LadderPosition](action_count, observation, squares)
