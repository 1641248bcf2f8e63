"""Countdown: what an agent sees, and which actions it has."""

from __future__ import annotations

from divisor_duel.adapters.rendering import Squares
from divisor_duel.batch.encoding import Bits, binary
from divisor_duel.game import Player
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition


def action_count(game: Countdown) -> int:
    """One more than the largest move."""
    return game.begin // 2 + 1


def observation(game: Countdown, position: CountdownPosition, viewer: Player) -> Bits:
    """The number in binary."""
    return binary(position.number, game.begin.bit_length())


def squares(game: Countdown, position: CountdownPosition) -> Squares:
    """The divisors under the number."""
    legal = game.legal_moves(position)
    return Squares(legal, frozenset(legal), str(position.number))
