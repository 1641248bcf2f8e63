"""Digits: what an agent sees, and which actions it has."""

from __future__ import annotations

import numpy as np

from divisor_duel.adapters.rendering import Squares
from divisor_duel.batch.encoding import Bits, binary
from divisor_duel.game import Player
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members


def action_count(game: Digits) -> int:
    """One more than the largest move."""
    return game.base


def observation(game: Digits, position: DigitsPosition, viewer: Player) -> Bits:
    """The digits left, the remainder of the number in binary."""
    remainder = position.number % game.target
    digits = binary(position.left, action_count(game))
    return np.concatenate([digits, binary(remainder, (game.target - 1).bit_length())])


def squares(game: Digits, position: DigitsPosition) -> Squares:
    """The digits under the number."""
    free = frozenset(members(position.left))
    return Squares(members(game.start().left), free, game.written(position.number))
