"""Digits as arrays: what agents see, and remainders of huge targets."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import Player
from divisor_duel.adapters.rendering import Squares
from divisor_duel.games.digits.arrays import BATCH, ENCODING, action_count, observation, squares
from divisor_duel.games.digits.rules import Digits

GAME = Digits(target=7, base=5)


def test_an_observation_is_the_digits_and_the_remainder() -> None:
    """The digits left, then the remainder in binary, lowest bit first."""
    position = GAME.play(GAME.start(), 3)
    position = GAME.play(position, 2)  # 17, which leaves 3
    assert observation(GAME, position, Player.ONE).tolist() == [0, 1, 0, 0, 1, 1, 1, 0]
    assert action_count(GAME) == 5


def test_squares_are_the_digits_below_the_number() -> None:
    """Written digits keep an empty square, and the number is the headline."""
    position = GAME.play(GAME.start(), 3)
    assert squares(GAME, position) == Squares((1, 2, 3, 4), frozenset({1, 2, 4}), "3")
    assert (action_count, observation, squares) == ENCODING


@pytest.mark.parametrize(
    ("target", "base"), [(10**18, 36), (10**18 - 11, 10), (999_999_937, 16), (2, 36), (12, 10)]
)
def test_remainders_do_not_overflow(target: int, base: int) -> None:
    """With targets to 10^18 and bases to 36 every remainder is that of the whole number."""
    game, rng = Digits(target=target, base=base), Random(target)
    games, position = BATCH(game, 1), game.start()
    while game.outcome(position) is None:
        digit = rng.choice(game.legal_moves(position))
        position = game.play(position, digit)
        winner = int(games.step([digit])[0])
        outcome = game.outcome(position)
        assert winner == (int(outcome.winner) if outcome else 0)
        (found,) = games.positions()
        assert found.number % target == position.number % target
        assert found.left == position.left
        seen = observation(game, position, Player.ONE)
        assert games.observations()[0].tolist() == seen.tolist()
