"""Divider Duel as arrays: an agent's observation, and many games played at once."""

from __future__ import annotations

from divisor_duel.adapters.rendering import GameEncoding, Squares
from divisor_duel.batch.base import Players
from divisor_duel.batch.encoding import Bits, binary
from divisor_duel.batch.pools import PoolBatch
from divisor_duel.batch.sets import Numbers, are_empty, gather, pack
from divisor_duel.game import AnyGame, Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import members, multiples, span


def action_count(game: Divider) -> int:
    """Return one more than the largest move."""
    return game.high + 1


def observation(game: Divider, position: DividerPosition, viewer: Player) -> Bits:
    """Return the numbers on the list, as zeros and ones."""
    return binary(position.left, action_count(game))


def squares(game: Divider, position: DividerPosition) -> Squares:
    """Return the list as squares."""
    start = members(game.start().left)
    return Squares(start, frozenset(members(position.left)))


class DividerBatch(PoolBatch):
    """Many games of Divider Duel: a number is removed with its multiples."""

    def _prepare(self, game: AnyGame) -> None:
        assert isinstance(game, Divider)
        start = span(game.low, game.high)
        self._allocate(start, start, game.high + 1)
        self._pool = self._allowed  # every number left is a legal move
        gone = [0, *(multiples(number, game.high) for number in range(1, game.high + 1))]
        self._survivors = ~pack(gone)

    def _position(self, index: int) -> DividerPosition:
        return DividerPosition(self._left(index), Player(int(self.to_move[index])))

    def _play(self, numbers: Numbers, block: slice) -> Players:
        allowed = self._allowed[:, block]
        allowed &= gather(self._survivors, numbers)
        return are_empty(allowed) * self.to_move[block]


BATCH = DividerBatch


ENCODING = GameEncoding[Divider, DividerPosition](action_count, observation, squares)
