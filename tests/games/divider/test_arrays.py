"""Divider Duel as arrays: what agents see, and lists in many games at once."""

from __future__ import annotations

from divisor_duel import Player
from divisor_duel.adapters.rendering import Squares
from divisor_duel.games.divider.arrays import BATCH, ENCODING, action_count, observation, squares
from divisor_duel.games.divider.rules import Divider

GAME = Divider(low=3, high=9)


def test_an_observation_is_the_list() -> None:
    """One place for each number to the largest; both players see the same."""
    position = GAME.play(GAME.start(), 4)
    seen = observation(GAME, position, Player.ONE)
    assert seen.tolist() == [0, 0, 0, 1, 0, 1, 1, 1, 0, 1]
    assert (seen == observation(GAME, position, Player.TWO)).all()
    assert action_count(GAME) == len(seen) == 10


def test_squares_are_the_list_with_what_is_left() -> None:
    """Taken numbers keep an empty square."""
    position = GAME.play(GAME.start(), 3)
    assert squares(GAME, position) == Squares(tuple(range(3, 10)), frozenset({4, 5, 7, 8}))
    assert (action_count, observation, squares) == ENCODING


def test_many_games_lose_multiples_at_once() -> None:
    """Each game loses its number with the multiples left; who empties the list has won."""
    games = BATCH(Divider(high=4), 3)
    assert games.step([2, 3, 4]).tolist() == [0, 0, 0]
    assert [position.left for position in games.positions()] == [0b1000, 0b10100, 0b1100]
    assert games.step([3, 2, 2]).tolist() == [2, 2, 0]
    assert games.step([0, 0, 3]).tolist() == [0, 0, 1]
