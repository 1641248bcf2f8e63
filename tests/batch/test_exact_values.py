"""Exact truth for one position and for many: the same everywhere."""

from __future__ import annotations

import numpy as np
import pytest

from divisor_duel import GAMES, Value
from divisor_duel.batch import make_batch
from divisor_duel.batch.exact_values import batch_values, values
from divisor_duel.game import AnyGame

COUNT = 12
SETUPS: list[AnyGame] = [
    *(kind() for kind in GAMES.values()),
    GAMES["countdown"](start=1024),
    GAMES["digits"](target=18),
]


@pytest.mark.parametrize("game", SETUPS, ids=str)
def test_a_batch_knows_what_each_position_is_worth(game: AnyGame) -> None:
    """At every move of random games the array holds the values of exactly the legal moves."""
    rng, games = np.random.default_rng(4), make_batch(game, COUNT)
    while not games.winners.all():
        found = batch_values(games)
        assert found.shape == (COUNT, games.actions)
        assert found.dtype == np.int8
        for row, position in zip(found, games.positions(), strict=True):
            truth = {} if game.outcome(position) else values(game, position)
            told = {int(move): Value.of(bool(row[move] > 0)) for move in np.flatnonzero(row)}
            assert told == truth
        games.step(games.sample(rng))
    assert not batch_values(games).any()


def test_some_positions_of_a_batch_can_be_asked_for() -> None:
    """Flags and indices name the games whose positions are wanted."""
    games = make_batch(GAMES["countdown"](start=12), 3)
    games.step([2, 3, 4])
    numbers = [position.number for position in games.positions()]
    assert numbers == [10, 9, 8]
    assert [position.number for position in games.positions([2, 0])] == [8, 10]
    assert [position.number for position in games.positions([False, True, False])] == [9]
    assert games.positions([]) == []
