"""Divider Duel: many games at once, as arrays."""

from __future__ import annotations

from typing import Any

from divisor_duel.batch.base import Players
from divisor_duel.batch.pools import PoolBatch
from divisor_duel.batch.sets import Numbers, gather, nothing_in, pack
from divisor_duel.game import Game, Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import multiples, span


class DividerBatch(PoolBatch):
    """Divider Duel: a number goes with its multiples."""

    def _prepare(self, game: Game[Any]) -> None:
        assert isinstance(game, Divider)
        start = span(game.low, game.high)
        self._room(start, start, game.high + 1)
        self._pool = self._allowed  # whatever is left may be taken
        gone = [0, *(multiples(number, game.high) for number in range(1, game.high + 1))]
        self._kept = ~pack(gone)

    def _position(self, index: int) -> DividerPosition:
        return DividerPosition(self._left(index), Player(int(self.to_move[index])))

    def _play(self, numbers: Numbers) -> Players:
        self._allowed &= gather(self._kept, numbers)
        return nothing_in(self._allowed) * self.to_move


BATCH = DividerBatch
