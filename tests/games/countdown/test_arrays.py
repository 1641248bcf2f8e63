"""Countdown as arrays: what agents see, divisors in one table, and exact wins."""

from __future__ import annotations

import numpy as np
import pytest

from divisor_duel import OptionsError, Player
from divisor_duel.adapters.rendering import Squares
from divisor_duel.factors import proper_divisors
from divisor_duel.games.countdown.arrays import (
    BATCH,
    ENCODING,
    LARGEST_START,
    action_count,
    observation,
    squares,
)
from divisor_duel.games.countdown.rules import Countdown

GAME = Countdown(start=12)


def test_an_observation_is_the_number_in_binary() -> None:
    """Lowest bit first, with as many places as the start has."""
    position = GAME.play(GAME.start(), 2)
    assert observation(GAME, position, Player.ONE).tolist() == [0, 1, 0, 1]
    assert action_count(GAME) == 7
    assert action_count(Countdown(start=13)) == 7


def test_squares_are_the_divisors_below_the_number() -> None:
    """Every divisor is free, and the number is the headline."""
    found = squares(GAME, GAME.start())
    assert found == Squares((2, 3, 4, 6), frozenset({2, 3, 4, 6}), "12")
    assert (action_count, observation, squares) == ENCODING


@pytest.mark.parametrize("start", [1, 2, 3, 4, 60, 97])
def test_the_table_has_the_divisors_of_every_smaller_number(start: int) -> None:
    """Whatever number a game has reached, its legal moves are the proper divisors."""
    games = BATCH(Countdown(start=start), start)
    games._number = np.arange(1, start + 1)
    rows = [tuple(np.flatnonzero(row).tolist()) for row in games.legal()]
    assert rows == [proper_divisors(number) for number in range(1, start + 1)]


def test_winning_moves_leave_a_lost_number() -> None:
    """From 12 subtracting 3 leaves 9 and 4 leaves 8; from 9 and from 8 nothing wins."""
    games = BATCH(GAME, 3)
    games.step([2, 3, 4])
    games.reset([0])
    found = games.wins()
    assert found is not None
    assert [np.flatnonzero(row).tolist() for row in found] == [[3, 4], [], []]


def test_a_start_too_large_for_the_table_is_refused() -> None:
    """The error names the limit and the start."""
    with pytest.raises(OptionsError, match=f"from at most {LARGEST_START}, not from 200001"):
        BATCH(Countdown(start=LARGEST_START + 1), 1)
