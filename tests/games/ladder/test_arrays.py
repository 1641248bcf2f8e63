"""Ladder as arrays: what each player sees, and climbs in many games at once."""

from __future__ import annotations

from divisor_duel import Player
from divisor_duel.adapters.rendering import Squares
from divisor_duel.games.ladder.arrays import BATCH, ENCODING, action_count, observation, squares
from divisor_duel.games.ladder.rules import Ladder

GAME = Ladder(high=6)


def test_an_observation_has_the_viewers_own_number_first() -> None:
    """The pool, then the viewer's number, then the opponent's, each as wide as the moves."""
    position = GAME.play(GAME.play(GAME.start(), 2), 3)
    pool, two, three = [0, 0, 0, 0, 1, 1, 1], [0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0]
    assert action_count(GAME) == 7
    assert observation(GAME, position, Player.ONE).tolist() == pool + two + three
    assert observation(GAME, position, Player.TWO).tolist() == pool + three + two


def test_squares_show_whose_numbers_are_whose() -> None:
    """Both own numbers have an owner, and only the pool is free."""
    position = GAME.play(GAME.play(GAME.start(), 2), 3)
    owners = {2: Player.ONE, 3: Player.TWO}
    assert squares(GAME, position) == Squares((2, 3, 4, 5, 6), frozenset({4, 5, 6}), owners=owners)
    assert (action_count, observation, squares) == ENCODING


def test_many_games_climb_at_once() -> None:
    """Own numbers change hands with the turn, and a player who cannot climb has lost."""
    games = BATCH(GAME, 2)
    assert games.step([2, 4]).tolist() == [0, 0]
    assert games.step([5, 3]).tolist() == [0, 2]
    live, ended = games.positions()
    assert (live.one, live.two, live.to_move) == (2, 5, Player.ONE)
    assert (ended.one, ended.two) == (4, 3)
    by_viewer = games.observations([1, 1]), games.observations([2, 2])
    for viewer, rows in zip(Player, by_viewer, strict=True):
        for row, position in zip(rows, games.positions(), strict=True):
            assert (row == observation(GAME, position, viewer)).all()
