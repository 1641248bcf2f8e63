"""Divider: any numbers can be left."""

from __future__ import annotations

from divisor_duel.games.divider.rules import Divider
from divisor_duel.setting import Part


def parts(game: Divider) -> tuple[Part, ...]:
    """The numbers on the list."""
    return (Part("left", "the numbers on the list", tuple(range(game.low, game.high + 1))),)
