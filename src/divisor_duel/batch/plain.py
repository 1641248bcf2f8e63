"""Batches of any game, one position after the other: slow, but always correct."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from divisor_duel.batch.base import Batch, Bits, Players
from divisor_duel.batch.encoding import action_count, action_mask, observation
from divisor_duel.batch.sets import Flags, Numbers
from divisor_duel.game import AnyGame, Player, Position


class PlainBatch(Batch):
    """A batch that stores a position for each game."""

    def _prepare(self, game: AnyGame) -> None:
        self.actions = action_count(game)
        self._positions: list[Position] = [game.start()] * self.games

    def _restart(self, chosen: Numbers) -> None:
        for index in chosen:
            self._positions[index] = self.game.start(Player(int(self._first[index])))

    def _position(self, index: int) -> Position:
        return self._positions[index]

    def _mask(self, chosen: Numbers) -> Flags:
        rows = [action_mask(self.game, self._positions[index]) for index in chosen]
        return np.array(rows, np.bool_).reshape(len(rows), self.actions)

    def _allows(self, numbers: Numbers, block: slice) -> Flags:
        legal = map(self.game.legal_moves, self._positions[block])
        return np.array([move in moves for move, moves in zip(numbers, legal, strict=True)])

    def _sample(self, chances: NDArray[np.float64], block: slice) -> Numbers:
        moves = np.zeros(len(chances), np.int64)
        for index, position in enumerate(self._positions[block]):
            legal = self.game.legal_moves(position)
            if legal:
                moves[index] = legal[int(chances[index] * len(legal))]
        return moves

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        seen_by = np.broadcast_to(self.to_move if viewers is None else viewers, self.games)
        return np.array(
            [
                observation(self.game, position, Player(int(viewer)))
                for position, viewer in zip(self._positions, seen_by, strict=True)
            ]
        )

    def _play(self, numbers: Numbers, block: slice) -> Players:
        won: Players = np.zeros(len(numbers), np.int8)
        for index in np.flatnonzero(numbers):
            place = block.start + index
            position = self.game.play(self._positions[place], int(numbers[index]))
            self._positions[place] = position
            outcome = self.game.outcome(position)
            won[index] = outcome.winner if outcome else 0
        return won
