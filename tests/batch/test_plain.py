"""The plain batch of any game says what the rules say, and what a game's own batch says."""

from __future__ import annotations

import numpy as np
import pytest

from divisor_duel import GAMES
from divisor_duel.batch import batch
from divisor_duel.batch.plain import PlainBatch
from tests.batch.one_by_one import OneByOne
from tests.heap_package.heap_game.rules import Heap


def test_a_game_with_rules_alone_can_be_played_in_a_batch() -> None:
    """Random games of a game without arrays are the games one by one."""
    game, rng = Heap(size=9), np.random.default_rng(1)
    games, twin = PlainBatch(game, 6), OneByOne(game, [1] * 6)
    while not games.winners.all():
        twin.assert_same(games)
        moves = games.sample(rng)
        assert games.step(moves).tolist() == twin.play(moves.tolist())
    assert games.sample(rng).tolist() == [0] * 6


@pytest.mark.parametrize("name", GAMES)
def test_it_draws_the_moves_that_arrays_draw(name: str) -> None:
    """With the same random numbers it plays the same games as the batch of arrays."""
    games, plain = batch(name, 5), PlainBatch(GAMES[name](), 5)
    one, two = (np.random.default_rng(3) for _ in range(2))
    while not games.winners.all():
        moves = games.sample(one)
        assert plain.sample(two).tolist() == moves.tolist()
        assert plain.step(moves).tolist() == games.step(moves).tolist()
        assert plain.legal().tolist() == games.legal().tolist()
        assert plain.observations().tolist() == games.observations().tolist()
