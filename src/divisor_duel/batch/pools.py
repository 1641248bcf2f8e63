"""Batches of the games that are played with a set of numbers: all but Countdown."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from divisor_duel.batch.base import Batch, Bits, Players
from divisor_duel.batch.words import (
    Flags,
    Numbers,
    Words,
    bits,
    contains,
    gather,
    nothing_in,
    pack,
    pick,
    remove,
)
from divisor_duel.errors import OptionsError
from divisor_duel.game import Game
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.divider.rules import Divider
from divisor_duel.games.ladder.rules import Ladder
from divisor_duel.games.numbers import multiples, relatives, span

LARGEST_POOL = 10_000
"""The largest number of a pool: its table of multiples or relatives takes 12 MB."""


def one_hot(numbers: Numbers, length: int) -> Bits:
    """One row for each number, with a single one at its place."""
    rows = np.zeros((len(numbers), length), np.int8)
    rows[np.arange(len(numbers)), numbers] = 1
    return rows


def binary(numbers: Words, length: int) -> Bits:
    """One row for each number: its binary digits, the least first."""
    return bits(numbers[np.newaxis], length).astype(np.int8)


class PoolBatch(Batch):
    """Games whose legal moves are a set of numbers, kept up to date at every move."""

    def _room(self, start: int, allowed: int, actions: int) -> None:
        """Room for the pool and the legal moves of every game, given those of the start."""
        if actions - 1 > LARGEST_POOL:
            raise OptionsError(
                f"a batch holds pools up to {LARGEST_POOL}, but {self.game.id} goes up to "
                f"{actions - 1} here"
            )
        self.actions = actions
        both = pack([start, allowed, span(0, actions - 1)])[:, :2]
        self._start, self._start_allowed = both[:, :1], both[:, 1:]
        self._pool: Words = np.empty((len(both), self.games), np.uint64)
        self._allowed: Words = np.empty((len(both), self.games), np.uint64)

    def _restart(self, chosen: Numbers) -> None:
        self._pool[:, chosen] = self._start
        self._allowed[:, chosen] = self._start_allowed

    def _mask(self, chosen: Numbers) -> Flags:
        return bits(self._allowed[:, chosen], self.actions).view(np.bool_)

    def _allows(self, numbers: Numbers) -> Flags:
        return contains(self._allowed, numbers)

    def sample(self, rng: np.random.Generator) -> Numbers:
        return pick(self._allowed, rng.random(self.games))

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        return bits(self._pool, self.actions).astype(np.int8)


class DividerBatch(PoolBatch):
    """Divider Duel: a number goes with its multiples."""

    def _prepare(self, game: Game[Any]) -> None:
        assert isinstance(game, Divider)
        start = span(game.low, game.high)
        self._room(start, start, game.high + 1)
        self._pool = self._allowed  # whatever is left may be taken
        gone = [0, *(multiples(number, game.high) for number in range(1, game.high + 1))]
        self._kept = ~pack(gone)

    def _play(self, numbers: Numbers) -> Players:
        self._allowed &= gather(self._kept, numbers)
        return nothing_in(self._allowed) * self.to_move


class LadderBatch(PoolBatch):
    """Ladder: each player climbs the multiples of an own number."""

    def _prepare(self, game: Game[Any]) -> None:
        assert isinstance(game, Ladder)
        start = span(2, game.high)
        self._room(start, start, game.high + 1)
        every = [0, *(multiples(number, game.high) for number in range(1, game.high + 1))]
        self._multiples = pack(every)
        self._own: Numbers = np.ones(self.games, np.int64)
        self._other: Numbers = np.ones(self.games, np.int64)

    def _restart(self, chosen: Numbers) -> None:
        super()._restart(chosen)
        self._own[chosen] = self._other[chosen] = 1

    def _play(self, numbers: Numbers) -> Players:
        moved = numbers > 0
        remove(self._pool, numbers, moved)
        mover = np.maximum(self._own, numbers)  # numbers only ever climb
        self._own = np.where(moved, self._other, self._own)
        self._other = np.where(moved, mover, self._other)
        np.bitwise_and(self._pool, gather(self._multiples, self._own), out=self._allowed)
        return nothing_in(self._allowed) * self.to_move

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        same = True if viewers is None else np.asarray(viewers) == self.to_move
        own, other = np.where(same, (self._own, self._other), (self._other, self._own))
        numbers = (one_hot(own, self.actions), one_hot(other, self.actions))
        return np.concatenate([super().observations(), *numbers], axis=1)


class ChainBatch(PoolBatch):
    """Chain: answer with a factor or a multiple."""

    def _prepare(self, game: Game[Any]) -> None:
        assert isinstance(game, Chain)
        start = span(game.low, game.high)
        opening = sum(1 << move for move in game.legal_moves(game.start()))
        self._room(start, opening, game.high + 1)
        every = [opening, *(relatives(number, game.high) for number in range(1, game.high + 1))]
        self._relatives = pack(every)
        self._last: Numbers = np.zeros(self.games, np.int64)

    def _restart(self, chosen: Numbers) -> None:
        super()._restart(chosen)
        self._last[chosen] = 0

    def _play(self, numbers: Numbers) -> Players:
        moved = numbers > 0
        remove(self._pool, numbers, moved)
        self._last = np.where(moved, numbers, self._last)
        np.bitwise_and(self._pool, gather(self._relatives, self._last), out=self._allowed)
        return nothing_in(self._allowed) * self.to_move

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        return np.concatenate([super().observations(), one_hot(self._last, self.actions)], axis=1)


class DigitsBatch(PoolBatch):
    """Digits: append digits until the target divides.

    The number itself outgrows a machine word, so only its remainder is kept.
    """

    def _prepare(self, game: Game[Any]) -> None:
        assert isinstance(game, Digits)
        start = span(1, game.base - 1)
        self._room(start, start, game.base)
        self._target, self._base = np.uint64(game.target), game.base
        self._remainder: Any = np.zeros(self.games, np.uint64)

    def _restart(self, chosen: Numbers) -> None:
        super()._restart(chosen)
        self._remainder[chosen] = 0

    def _play(self, numbers: Numbers) -> Players:
        moved = numbers > 0
        remove(self._pool, numbers, moved)
        appended = self._appended(numbers.view(np.uint64))
        self._remainder = np.where(moved, appended, self._remainder)
        divided = (self._remainder == 0) & (self._pool[0] != self._start[0])
        np.multiply(self._pool, ~divided, out=self._allowed)
        used_up = nothing_in(self._pool) & ~divided
        won: Players = divided * self.to_move + used_up * (3 - self.to_move)
        return won

    def _appended(self, digits: Words) -> Words:
        """The remainder with a digit written after the number.

        A target of up to 10^18 leaves four bits of a word, so the base is multiplied in
        two steps where it must.
        """
        high, low = divmod(self._base, 16)
        if int(self._target) * self._base < 1 << 64:
            return self._modulo(self._remainder * np.uint64(self._base) + digits)
        shifted = self._modulo(self._modulo(self._remainder * np.uint64(16)) * np.uint64(high))
        rest = self._modulo(self._remainder * np.uint64(low))
        return self._modulo(shifted + rest + digits)

    def _modulo(self, numbers: Any) -> Words:
        # NumPy divides by one number much faster than it takes remainders.
        quotients = numbers // self._target
        remainders: Words = numbers - quotients * self._target
        return remainders

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        length = (int(self._target) - 1).bit_length()
        return np.concatenate([super().observations(), binary(self._remainder, length)], axis=1)
