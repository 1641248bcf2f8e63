"""Random games: legal, whole, and the same for the same seed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from divisor_duel import GAMES
from divisor_duel.play.random_games import Turn, random_game


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_goes_by_the_rules_to_its_end(name: str) -> None:
    """Each turn follows from the one before by a legal move, and after the last it is over."""
    game = GAMES[name]()
    turns = list(random_game(game, Random(5)))
    assert turns[0] == Turn((), game.start(), game.legal_moves(game.start()))
    for before, after in pairwise(turns):
        *played, move = after.moves
        assert tuple(played) == before.moves
        assert move in before.legal
        assert after.position == game.play(before.position, move)
        assert after.legal == game.legal_moves(after.position) != ()
    ends = [game.outcome(game.play(turns[-1].position, move)) for move in turns[-1].legal]
    assert any(ends)


def test_the_seed_decides_the_game_and_each_move_is_drawn_when_it_is_needed() -> None:
    """Two generators with equal seeds agree, and an unfinished one has drawn no further move."""
    game = GAMES["chain"]()
    assert list(random_game(game, Random(1))) == list(random_game(game, Random(1)))
    assert list(random_game(game, Random(1))) != list(random_game(game, Random(2)))
    rng = Random(1)
    next(random_game(game, rng))
    assert rng.random() == Random(1).random()


def test_a_game_that_is_over_at_once_has_no_turn() -> None:
    """From a prime no one can move, so nothing is drawn."""
    assert list(random_game(GAMES["countdown"](start=7), Random(1))) == []
