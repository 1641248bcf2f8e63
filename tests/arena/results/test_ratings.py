"""The statistics, checked on players whose strength is known."""

from __future__ import annotations

import math
from itertools import combinations
from random import Random

import pytest

from divisor_duel.arena.results.ratings import (
    SCALE,
    Interval,
    Meeting,
    clustered,
    fit,
    rate,
    wilson,
)

PLANTED = {"random": 0.0, "weak": 120.0, "middling": 250.0, "strong": 420.0}


def chance(one: str, two: str) -> float:
    """How likely a player of the planted strengths beats another."""
    return 1 / (1 + math.exp((PLANTED[two] - PLANTED[one]) / SCALE))


def tournament(games: int, seed: int) -> list[Meeting]:
    """As many meetings of two games for every two players."""
    rng = Random(seed)
    return [
        Meeting(one, two, sum(rng.random() < chance(one, two) for _ in range(2)), 2)
        for one, two in combinations(PLANTED, 2)
        for _ in range(games // 2)
    ]


def test_a_coin_is_covered_by_its_interval() -> None:
    """Of many tournaments of a coin, about 95% have 50% in their interval."""
    rng = Random(1)
    covered = 0
    for _ in range(1000):
        interval = wilson(sum(rng.random() < 0.5 for _ in range(60)), 60)
        assert interval
        covered += interval.low <= 0.5 <= interval.high
    assert 925 <= covered <= 975


def test_wilson_agrees_with_the_textbook() -> None:
    """Known intervals come out, none leaves 0 to 1, and no games give no interval."""
    assert wilson(0, 0) is None
    assert wilson(10, 20) == pytest.approx(Interval(0.5, 0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 10) == pytest.approx(Interval(0.0, 0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx(Interval(1.0, 0.7225, 1.0), abs=1e-4)


def test_ratings_recover_planted_strengths() -> None:
    """With many games every rating is near the truth, and `random` is 0."""
    ratings = rate(list(PLANTED), tournament(2000, 1), anchor="random")
    assert ratings["random"] == Interval(0.0, 0.0, 0.0)
    for name, strength in PLANTED.items():
        assert ratings[name].value == pytest.approx(strength, abs=25)
        assert ratings[name].low <= ratings[name].value <= ratings[name].high


def test_bootstrap_intervals_cover_the_truth() -> None:
    """In most of many small tournaments the interval holds the planted strength."""
    covered = tried = 0
    for seed in range(12):
        ratings = rate(list(PLANTED), tournament(60, seed), seed, "random")
        for name in ("weak", "middling", "strong"):
            covered += ratings[name].low <= PLANTED[name] <= ratings[name].high
            tried += 1
    assert covered >= 0.85 * tried


def test_without_an_anchor_the_mean_is_zero() -> None:
    """Ratings of a tournament without `random` sum up to 0."""
    ratings = rate(list(PLANTED), tournament(40, 2))
    assert sum(one.value for one in ratings.values()) == pytest.approx(0, abs=1e-6)


def test_who_never_lost_is_not_infinitely_strong() -> None:
    """All wins give a finite rating that grows with the number of games."""
    few, many = (fit(["a", "b"], [Meeting("a", "b", n, n)]) for n in (10, 1000))
    assert 0 < few["a"] - few["b"] < many["a"] - many["b"] < 2000


def test_the_order_of_games_and_names_does_not_matter() -> None:
    """The fit is the same for games in any order, seen from either side."""
    games = tournament(40, 3)
    turned = [Meeting(m.two, m.one, m.games - m.wins, m.games) for m in reversed(games)]
    assert fit(list(PLANTED), games) == pytest.approx(fit(list(PLANTED), turned))


def test_no_games_no_ratings() -> None:
    """A player without games has no rating and does not change other ratings, anchor or not."""
    assert rate(["a", "b"], []) == {}
    games = [Meeting("a", "b", 3, 4)]
    assert rate(["a", "b", "c"], games, anchor="c") == rate(["a", "b"], games)


def test_games_that_belong_together_count_for_less() -> None:
    """Independent games have Wilson's interval; games that repeat each other a wider one."""
    rng = Random(1)
    single = [(int(rng.random() < 0.5), 1) for _ in range(200)]
    plain, found = wilson(sum(wins for wins, _ in single), 200), clustered(single)
    assert plain
    assert found
    assert found == pytest.approx(plain, abs=0.01)
    repeated = clustered((100 * wins, 100) for wins, _ in single[:6])
    assert repeated
    assert repeated.high - repeated.low > 0.5
    assert clustered([]) is None
    assert clustered([(0, 0)]) is None
    assert clustered([(300, 600)]) == wilson(0.5, 1)
    assert clustered([(5, 5), (7, 7)]) == wilson(2, 2)


def test_clustered_intervals_cover_the_truth() -> None:
    """With decisions that agree within a start, about 95% of intervals hold the true share."""
    rng, covered, plain_covered = Random(2), 0, 0
    for _ in range(300):
        clusters = []
        for _ in range(30):
            easy = rng.random() < 0.6
            wins = sum(rng.random() < (0.9 if easy else 0.4) for _ in range(8))
            clusters.append((wins, 8))
        truth = 0.6 * 0.9 + 0.4 * 0.4
        found, plain = clustered(clusters), wilson(sum(wins for wins, _ in clusters), 240)
        assert found
        assert plain
        covered += found.low <= truth <= found.high
        plain_covered += plain.low <= truth <= plain.high
    assert covered >= 275
    assert plain_covered < 265
