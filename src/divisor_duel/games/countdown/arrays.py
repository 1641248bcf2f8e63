"""Countdown as arrays: an agent's observation, and many games played at once."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from divisor_duel.adapters.rendering import GameEncoding, Squares
from divisor_duel.batch.base import Batch, Players
from divisor_duel.batch.encoding import Bits, binary
from divisor_duel.batch.sets import Flags, Numbers, bits
from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, Player
from divisor_duel.games.countdown.proofs import is_lost
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition


def action_count(game: Countdown) -> int:
    """Return one more than the largest move."""
    return game.begin // 2 + 1


def observation(game: Countdown, position: CountdownPosition, viewer: Player) -> Bits:
    """Return the number in binary."""
    return binary(position.number, game.begin.bit_length())


def squares(game: Countdown, position: CountdownPosition) -> Squares:
    """Return the divisors as squares, with the number above them."""
    legal = game.legal_moves(position)
    return Squares(legal, frozenset(legal), str(position.number))


LARGEST_START = 200_000
"""Largest starting number of a batch: its table holds two million divisors."""


class CountdownBatch(Batch):
    """Many games of Countdown: subtract a divisor."""

    def _prepare(self, game: AnyGame) -> None:
        assert isinstance(game, Countdown)
        if game.begin > LARGEST_START:
            raise OptionsError(
                f"a batch counts down from at most {LARGEST_START}, not from {game.begin}"
            )
        self.actions = game.begin // 2 + 1
        self._begin = game.begin
        self._divisors, self._offsets = _divisors_to(game.begin)
        self._counts = np.diff(self._offsets)
        self._is_last: Flags = self._counts == 0
        self._moves_to_divide_by = np.arange(self.actions, dtype=np.float64)
        self._moves_to_divide_by[:2] = np.inf  # 0 and 1 are never legal: their quotients are 0
        self._number: Numbers = np.empty(self.games, np.int64)

    def _restart(self, chosen: Numbers) -> None:
        self._number[chosen] = self._begin

    def _position(self, index: int) -> CountdownPosition:
        return CountdownPosition(int(self._number[index]), Player(int(self.to_move[index])))

    def wins(self) -> Flags:
        left = self._number[:, np.newaxis] - np.arange(self.actions)
        after: Flags = self._lost[np.maximum(left, 0)]
        return after & self.legal()

    @cached_property
    def _lost(self) -> Flags:
        """For each number, whether the player to move loses."""
        return np.array([is_lost(number) for number in range(self._begin + 1)], np.bool_)

    def _mask(self, chosen: Numbers) -> Flags:
        mask = np.zeros((len(chosen), self.actions), np.bool_)
        number = self._number[chosen]
        counts = self._counts[number]
        rows = np.repeat(np.arange(len(chosen)), counts)
        rank = np.arange(len(rows)) - np.repeat(counts.cumsum() - counts, counts)
        mask[rows, self._divisors[np.repeat(self._offsets[number], counts) + rank]] = True
        return mask

    def _allows(self, numbers: Numbers, block: slice) -> Flags:
        quotients = self._number[block] / self._moves_to_divide_by.take(numbers)
        proper: Flags = quotients == np.floor(quotients)  # exact where the remainder is 0
        proper &= quotients > 1
        return proper

    def _sample(self, chances: NDArray[np.float64], block: slice) -> Numbers:
        number = self._number[block]
        counts = self._counts.take(number)
        rank = (chances * counts).astype(np.int64)
        moves = self._divisors.take(self._offsets.take(number) + rank, mode="clip")
        return moves if self.auto_reset else np.where(counts > 0, moves, 0)

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        words = self._number.view(np.uint64)[np.newaxis]
        return bits(words, self._begin.bit_length()).astype(np.int8)

    def _play(self, numbers: Numbers, block: slice) -> Players:
        number = self._number[block]
        number -= numbers
        won: Players = self._is_last.take(number) * self.to_move[block]
        return won


def _divisors_to(limit: int) -> tuple[Numbers, Numbers]:
    """Return the divisors of 0, 1, ... `limit` in one array, and where rows start.

    A row has the divisors of one number without 1 and the number itself, ascending.
    """
    steps = range(2, limit // 2 + 1)
    divisors = [np.full(limit // step - 1, step, np.int64) for step in steps]
    numbers = [np.arange(2 * step, limit + 1, step) for step in steps]
    empty = np.zeros(0, np.int64)
    flat = np.concatenate([empty, *divisors])
    owner = np.concatenate([empty, *numbers])
    offsets = np.concatenate([[0], np.bincount(owner, minlength=limit + 1).cumsum()])
    row = flat[np.argsort(owner, kind="stable")]
    return (row if len(row) else np.zeros(1, np.int64)), offsets.astype(np.int64)


BATCH = CountdownBatch


ENCODING = GameEncoding[Countdown, CountdownPosition](action_count, observation, squares)
