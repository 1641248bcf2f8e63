"""Two players on the same positions, compared pair by pair."""

from __future__ import annotations

import re
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.bench.comparison import compare, sign_test
from divisor_duel.arena.bench.scores import ItemScore
from divisor_duel.questions.bench_item import SKILL_PART
from divisor_duel.questions.bench_positions import TIERS, position_set

CHANCES = [1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 8, 2 / 5]


def planted(skill: float, rng: Random, count: int = 60) -> list[ItemScore]:
    """Answers of a player who knows a share `skill` of all positions and guesses the rest."""
    chances = [CHANCES[number % len(CHANCES)] for number in range(count)]
    return [
        ItemScore(float(rng.random() < skill + (1 - skill) * chance), chance) for chance in chances
    ]


def test_a_real_difference_is_told_from_none() -> None:
    """On the same positions a much better player is found better, and an equal one is not."""
    rng = Random(1)
    strong = {str(n): mark for n, mark in enumerate(planted(0.9, rng, 120))}
    weak = {str(n): mark for n, mark in enumerate(planted(0.3, rng, 120))}
    told = compare(strong, weak, ("strong", "weak"))
    assert told.verdict == "strong is better than weak: the difference is real."
    assert told.difference.low > 0
    assert compare(weak, strong, ("weak", "strong")).verdict.startswith("strong is better")
    same = compare(strong, strong, ("a", "b"))
    assert (same.difference.value, same.p) == (0.0, 1.0)
    assert same.verdict == "These positions show no real difference between a and b."
    with pytest.raises(DuelError, match="no position in common"):
        compare(strong, {}, ("a", "b"))


def test_the_sign_test_is_exact() -> None:
    """Known values of the binomial distribution come out."""
    assert sign_test(0, 0) == 1.0
    assert sign_test(5, 0) == pytest.approx(2 / 32)
    assert sign_test(8, 2) == pytest.approx(2 * (1 + 10 + 45) / 1024)
    assert sign_test(300, 200) < 1e-4


ROW = re.compile(
    r"\| (small|medium|large) \| (\d+) \| ([\d.]+) \| ±([\d.]+) \| ([\d.]+) \| ([\d.]+) \|"
)


def test_the_table_of_differences_that_can_be_found_is_right() -> None:
    """The documented half-widths and differences follow from the number of positions."""
    text = (Path(__file__).parents[3] / "docs/bench.md").read_text()
    rows = {tier: [float(cell) for cell in cells] for tier, *cells in ROW.findall(text)}
    assert rows.keys() == TIERS.keys()
    for tier, (count, chance, half, *found) in rows.items():
        items = [item for item in position_set(tier).items if item.part == SKILL_PART]
        assert count == len(items)
        mean = sum(item.chance for item in items) / count
        assert chance == pytest.approx(mean, abs=0.0051)
        right = mean + 0.5 * (1 - mean)
        width = 1.96 * sqrt(right * (1 - right) / count) / (1 - mean)
        assert half == pytest.approx(width, abs=0.0051)
        for share, difference in zip((0.2, 0.4), found, strict=True):
            least = (1.96 + 0.84) * sqrt(share / count) / (1 - mean)
            assert difference == pytest.approx(least, abs=0.0051)
