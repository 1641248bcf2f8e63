"""Remoteness of small positions of a list, against the rule alone."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.games.divider.solving import remoteness
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.remoteness import RemotenessSearch
from divisor_duel.games.divider.solving.search import PlainSearch
from divisor_duel.numbers import members, span, without_multiples
from tests.games.divider.solving.left import random_left, set_truth


def search_of(low: int, high: int) -> RemotenessSearch:
    """A search of the list low..high that has found nothing yet."""
    enc = encoding(low, high)
    return RemotenessSearch(enc, PlainSearch(enc))


@pytest.mark.parametrize(("low", "high"), [(2, 30), (3, 40), (6, 50)])
def test_plies_are_those_of_best_play(low: int, high: int) -> None:
    """What random play leaves lasts as long as the rule says, equal columns included."""
    rng, search, memo = Random(high), search_of(low, high), dict[frozenset[int], tuple[int, int]]()
    for _ in range(25):
        left = random_left(low, high, rng, rng.randrange(2, 9))
        while left.bit_count() > 13:
            left = without_multiples(left, rng.choice(members(left)))
        assert search.plies(left, Clock()) == set_truth(frozenset(members(left)), memo)[1]
    assert len(search) > 10


def test_columns_that_cancel_still_take_time() -> None:
    """11, 13, 17 and 19 are four plies, although they cancel in pairs."""
    search = search_of(2, 20)
    assert search.plies(sum(1 << number for number in (11, 13, 17, 19)), Clock()) == 4
    assert search.plies(0, Clock()) == 0


def test_a_search_stops_at_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives up when it would store too many positions."""
    monkeypatch.setattr(remoteness, "MOST_POSITIONS", 5)
    with pytest.raises(OutOfTimeError):
        search_of(2, 20).plies(span(2, 20), Clock())
