"""Random games: legal from the start to the move before the end."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES
from divisor_duel.questions.random_games import random_game


@pytest.mark.parametrize("name", GAMES)
def test_every_unfinished_position_comes_with_its_moves(name: str) -> None:
    """The moves lead to the position, no position is over, and the next move would end the game."""
    game = GAMES[name]()
    positions = list(random_game(game, Random(4).choice))
    assert positions[0] == ((), game.start())
    for count, (moves, position) in enumerate(positions):
        assert len(moves) == count
        assert [*game.positions(moves)][-1] == position
        assert game.outcome(position) is None
    moves, position = positions[-1]
    assert any(game.outcome(game.play(position, move)) for move in game.legal_moves(position))


def test_the_chooser_decides_every_move() -> None:
    """The same choices give the same game; a game that is over at once has no position."""
    game = GAMES["countdown"](start=12)
    numbers = [position.number for _, position in random_game(game, min)]
    assert numbers == [12, 10, 8, 6, 4]
    assert list(random_game(GAMES["countdown"](start=7), min)) == []
