"""Positions of Divider Duel by the numbers left, and strategies by a proof."""

from __future__ import annotations

from typing import Any

from divisor_duel import Player
from divisor_duel.engine.strategies import strategy_of
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.play.positions import read_position
from divisor_duel.proof import Proof
from divisor_duel.strategy import Strategy


def placed(numbers: str, high: int = 30) -> tuple[Divider, DividerPosition]:
    """A game and the position with these numbers left, Player 1 to move."""
    game = Divider(high=high)
    return game, read_position(game, f"left={numbers}", Player.ONE)


def lost_by(numbers: str, proof: Proof) -> Strategy[Any]:
    """The strategy of Player 2, whom a proof shows to win these numbers."""
    game, position = placed(numbers)
    return strategy_of(game, position, Player.TWO, proof)
