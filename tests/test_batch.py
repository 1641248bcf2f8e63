"""A batch is made from the name of a game, or from a set-up."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, OptionsError
from divisor_duel.batch import LARGEST_POOL, batch, make_batch
from divisor_duel.batch.plain import PlainBatch
from divisor_duel.games.countdown.arrays import LARGEST_START
from tests.heap_package.heap_game.rules import Heap


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: batch("chess", 3), "unknown game 'chess'; the games are divider"),
        (lambda: batch("chain", 3, start=3), "chain has no option 'start', only low, high, openi"),
        (lambda: batch("chain", 3, high=1), "high must be a whole number from 2"),
        (lambda: batch("chain", 0), "games must be a whole number from 1 on, not 0"),
        (lambda: batch("ladder", 1, high=LARGEST_POOL + 1), "a batch holds pools up to 10000"),
        (lambda: batch("countdown", 1, start=LARGEST_START + 1), "counts down from at most 200000"),
        (lambda: batch("countdown", 1, start=7, auto_reset=True), "over before the first move"),
        (lambda: batch("chain", 2).reset(first=3), "first must be 1 or 2"),
        (lambda: batch("chain", 2).step([2, 2], [1, 0]), "where must be 2 flags"),
    ],
)
def test_bad_set_ups_are_refused(make: Any, problem: str) -> None:
    """What a batch cannot be is an OptionsError that says why."""
    with pytest.raises(OptionsError, match=problem):
        make()


def test_a_game_without_a_batch_of_its_own_gets_the_plain_one() -> None:
    """Games that bring arrays use them; others are played position by position."""
    assert type(make_batch(Heap(), 2)) is PlainBatch
    assert PlainBatch not in {type(batch(name, 2)) for name in GAMES}
