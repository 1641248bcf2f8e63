"""Batches of games with a pool: the largest ones fit, and every move is as likely."""

from __future__ import annotations

import numpy as np
import pytest

from divisor_duel import GAMES
from divisor_duel.batch import LARGEST_POOL, make_batch
from tests.batch.one_by_one import WIDE, OneByOne
from tests.setups import DEFAULTS, Setup


@pytest.mark.parametrize("name", ["ladder", "divider"])
def test_the_largest_pools_fit(name: str) -> None:
    """A batch of the largest pool is played as the scalar rules play it."""
    game, rng = GAMES[name](high=LARGEST_POOL), np.random.default_rng(11)
    games, twin = make_batch(game, 3), OneByOne(game, [1] * 3)
    for _ in range(3):
        moves = games.sample(rng)
        assert games.step(moves).tolist() == twin.play(moves.tolist())
    twin.assert_same(games)


@pytest.mark.parametrize("setup", [*DEFAULTS, *WIDE[:7]], ids=str)
def test_random_moves_are_equally_likely(setup: Setup) -> None:
    """Every legal move is drawn about as often as every other."""
    draws = 20_000
    games = make_batch(setup.game, draws)
    counts = np.bincount(games.sample(np.random.default_rng(12)), minlength=games.actions)
    legal = games.legal()[0]
    share = draws / legal.sum()
    assert counts[~legal].sum() == 0
    assert np.abs(counts[legal] - share).max() < 5 * share**0.5
