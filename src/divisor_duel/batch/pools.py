"""Batches of games with a pool of numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from divisor_duel.batch.base import Batch, Bits
from divisor_duel.batch.sets import (
    BITS,
    Flags,
    Numbers,
    Words,
    bits,
    contains,
    mask_of,
    pack,
    pick,
)
from divisor_duel.errors import OptionsError
from divisor_duel.numbers import span

LARGEST_POOL = 10_000
"""Limit on the numbers in a pool; at the limit a table of multiples takes 12 MB."""


def binary_rows(numbers: Words, length: int) -> Bits:
    """Return one row for each number: its bits, the lowest first."""
    return bits(numbers[np.newaxis], length).view(np.int8)


class PoolBatch(Batch):
    """Games whose legal moves are a set of numbers, updated with every move."""

    def _allocate(self, start: int, allowed: int, actions: int) -> None:
        """Allocate the pool and the legal moves of every game, given those of the start."""
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
        self._allowed[:, chosen] = self._start_allowed
        if self._pool is not self._allowed:
            self._pool[:, chosen] = self._start

    def _left(self, index: int) -> int:
        """Return the pool of one game as a mask."""
        return mask_of(self._pool[:, index])

    def _mask(self, chosen: Numbers) -> Flags:
        return bits(self._allowed[:, chosen], self.actions).view(np.bool_)

    def _allows(self, numbers: Numbers, block: slice) -> Flags:
        return contains(self._allowed[:, block], numbers)

    def _sample(self, chances: NDArray[np.float64], block: slice) -> Numbers:
        return pick(self._allowed[:, block], chances)

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        return self._observe()

    def _observe(self, *numbers: Numbers) -> Bits:
        """Return each game's pool, followed by each of its `numbers` one-hot encoded.

        Rows are unpacked in one operation; concatenating their parts would take ten times
        as long.
        """
        length = (1 + len(numbers)) * self.actions
        sets = np.zeros((-(-length // BITS), self.games), np.uint64)
        sets[: len(self._pool)] = self._pool
        rows = bits(sets, length).view(np.int8)
        places, begin = rows.reshape(-1), np.arange(0, rows.size, length)
        for part, number in enumerate(numbers, 1):
            places[begin + (number + part * self.actions)] = 1
        return rows
