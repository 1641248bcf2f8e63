"""Digits as arrays: an agent's observation, and many games played at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from divisor_duel.adapters.rendering import GameEncoding, Squares
from divisor_duel.batch.base import Players
from divisor_duel.batch.encoding import Bits, binary
from divisor_duel.batch.pools import PoolBatch, binary_rows
from divisor_duel.batch.sets import Numbers, Words, are_empty, remove
from divisor_duel.game import AnyGame, Player
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members, span


def action_count(game: Digits) -> int:
    """Return one more than the largest move."""
    return game.base


def observation(game: Digits, position: DigitsPosition, viewer: Player) -> Bits:
    """Return the digits left, and the remainder of the number in binary."""
    remainder = position.number % game.target
    digits = binary(position.left, action_count(game))
    return np.concatenate([digits, binary(remainder, (game.target - 1).bit_length())])


def squares(game: Digits, position: DigitsPosition) -> Squares:
    """Return the digits as squares, with the number above them."""
    free = frozenset(members(position.left))
    return Squares(members(game.start().left), free, game.written(position.number))


class DigitsBatch(PoolBatch):
    """Many games of Digits: append digits until the target divides.

    It stores only the remainder, since the number itself outgrows a machine word.
    """

    def _prepare(self, game: AnyGame) -> None:
        assert isinstance(game, Digits)
        start = span(1, game.base - 1)
        self._allocate(start, start, game.base)
        self._all_digits = np.uint64(start)
        self._target, self._base = np.uint64(game.target), np.uint64(game.base)
        self._fits_word = game.target * game.base < 1 << 64
        self._remainder: Words = np.zeros(self.games, np.uint64)

    def _restart(self, chosen: Numbers) -> None:
        super()._restart(chosen)
        self._remainder[chosen] = 0

    def _position(self, index: int) -> DigitsPosition:
        left, remainder = self._left(index), int(self._remainder[index])
        begun = left != self._all_digits  # at most 35 digits: they fit in one word
        number = remainder or (int(self._target) if begun else 0)
        return DigitsPosition(left, number, Player(int(self.to_move[index])))

    def _play(self, numbers: Numbers, block: slice) -> Players:
        pool, allowed = self._pool[:, block], self._allowed[:, block]
        remainder, to_move = self._remainder[block], self.to_move[block]
        remove(pool, numbers)
        appended = self._appended(remainder, numbers.view(np.uint64))
        np.copyto(remainder, appended, where=numbers > 0)
        undivided = (remainder != 0) | (pool[0] == self._all_digits)
        np.multiply(pool, undivided, out=allowed)
        winners: Players = np.where(undivided, 3 - to_move, to_move)
        return are_empty(allowed) * winners

    def _appended(self, remainders: Words, digits: Words) -> Words:
        """Return the remainders after each game's digit is appended.

        A target of up to 10^18 leaves only four spare bits in a word, so multiplying by the
        base takes two steps for large targets.
        """
        if self._fits_word:
            return self._modulo(remainders * self._base + digits)
        high, low = divmod(self._base, np.uint64(16))
        shifted = self._modulo(self._modulo(remainders * np.uint64(16)) * high)
        unshifted = self._modulo(remainders * low)
        return self._modulo(shifted + unshifted + digits)

    def _modulo(self, numbers: Words) -> Words:
        # NumPy divides by a scalar much faster than it computes remainders.
        quotients = numbers // self._target
        return numbers - quotients * self._target

    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        length = (int(self._target) - 1).bit_length()
        return np.concatenate(
            [super().observations(), binary_rows(self._remainder, length)], axis=1
        )


BATCH = DigitsBatch


ENCODING = GameEncoding[Digits, DigitsPosition](action_count, observation, squares)
