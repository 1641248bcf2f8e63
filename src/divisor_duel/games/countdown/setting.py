"""Countdown: any number down to 1."""

from __future__ import annotations

from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.setting import Part


def parts(game: Countdown) -> tuple[Part, ...]:
    """The number; a larger one is a set-up with a larger start."""
    return (Part("number", "the number now", least=1, most=game.begin),)
