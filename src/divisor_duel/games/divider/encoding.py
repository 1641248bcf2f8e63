"""Divider Duel: what an agent sees, and which actions it has."""

from __future__ import annotations

from divisor_duel.adapters.rendering import Squares
from divisor_duel.batch.encoding import Bits, binary
from divisor_duel.game import Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import members


def action_count(game: Divider) -> int:
    """One more than the largest move."""
    return game.high + 1


def observation(game: Divider, position: DividerPosition, viewer: Player) -> Bits:
    """The numbers on the list."""
    return binary(position.left, action_count(game))


def squares(game: Divider, position: DividerPosition) -> Squares:
    """The list."""
    start = members(game.start().left)
    return Squares(start, frozenset(members(position.left)))
