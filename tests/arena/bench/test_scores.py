"""The score of a bench: right on average, honest in its interval."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.arena.bench import scores
from divisor_duel.arena.bench.scores import ItemScore, score

CHANCES = [1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 8, 2 / 5]


def planted(skill: float, rng: Random, count: int = 60) -> list[ItemScore]:
    """Answers of a player who knows a share `skill` of all positions and guesses the rest."""
    chances = [CHANCES[number % len(CHANCES)] for number in range(count)]
    return [
        ItemScore(float(rng.random() < skill + (1 - skill) * chance), chance) for chance in chances
    ]


def test_perfect_is_one_and_nothing_right_is_below_zero() -> None:
    """All right scores 1, but not with certainty; all wrong scores below 0."""
    right = score([ItemScore(1.0, 1 / 3)] * 30)
    wrong = score([ItemScore(0.0, 1 / 2)] * 30)
    assert right
    assert wrong
    assert right.value == right.high == 1.0
    assert 0.8 < right.low < 1.0
    assert wrong.value == -1.0 < wrong.high
    assert score([]) is None


@pytest.mark.parametrize("skill", [0.0, 0.5, 0.95])
def test_intervals_cover_the_truth(skill: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 200 benches of a player of known skill, about 95% have it in their interval."""
    monkeypatch.setattr(scores, "BOOTSTRAPS", 80)
    rng, covered, total = Random(f"planted/{skill}"), 0, 0.0
    for number in range(200):
        found = score(planted(skill, rng), str(number))
        assert found
        covered += found.low <= skill <= found.high
        total += found.value
    assert 176 <= covered <= 200
    assert total / 200 == pytest.approx(skill, abs=0.05)
