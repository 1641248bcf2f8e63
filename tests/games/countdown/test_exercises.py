"""Countdown's exercises: each is right by exact play, and by the slow twin where that is quick."""

from __future__ import annotations

from divisor_duel.games.countdown.rules import Countdown
from tests.games.exercises import check_exercises


def test_a_hundred_exercises_are_right() -> None:
    """Their winning moves win, their replies refute, and no position comes twice in a set."""
    check_exercises(Countdown, by_twin=40)
