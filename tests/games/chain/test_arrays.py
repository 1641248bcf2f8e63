"""Chain as arrays: what agents see, and chains in many games at once."""

from __future__ import annotations

import numpy as np

from divisor_duel import Player
from divisor_duel.adapters.rendering import Squares
from divisor_duel.games.chain.arrays import BATCH, ENCODING, action_count, observation, squares
from divisor_duel.games.chain.rules import Chain

GAME = Chain(high=6, opening="even")


def test_an_observation_is_the_pool_and_the_last_number() -> None:
    """Before the first move the place of 0 is set; both players see the same."""
    start, after = GAME.start(), GAME.play(GAME.start(), 4)
    assert action_count(GAME) == 7
    assert observation(GAME, start, Player.ONE).tolist() == [
        *[0, 0, 1, 1, 1, 1, 1],
        *[1, 0, 0, 0, 0, 0, 0],
    ]
    assert observation(GAME, after, Player.TWO).tolist() == [
        *[0, 0, 1, 1, 0, 1, 1],
        *[0, 0, 0, 0, 1, 0, 0],
    ]


def test_squares_frame_the_number_to_answer() -> None:
    """Taken numbers keep an empty square, and the last one is framed."""
    after = GAME.play(GAME.start(), 4)
    assert squares(GAME, after) == Squares((2, 3, 4, 5, 6), frozenset({2, 3, 5, 6}), framed=4)
    assert (action_count, observation, squares) == ENCODING


def test_many_chains_grow_at_once() -> None:
    """Only even numbers open, then factors and multiples follow, until a game ends."""
    games = BATCH(GAME, 3)
    assert [np.flatnonzero(row).tolist() for row in games.legal()] == [[2, 4, 6]] * 3
    games.step([2, 4, 6])
    assert [np.flatnonzero(row).tolist() for row in games.legal()] == [[4, 6], [2], [2, 3]]
    assert games.step([4, 2, 3]).tolist() == [2, 0, 2]
    assert [position.last for position in games.positions()] == [4, 2, 3]
    games.reset([0])
    assert [position.last for position in games.positions()] == [0, 2, 3]
