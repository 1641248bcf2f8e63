"""The score of a bench: right on average, honest in its interval."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.arena.bench import scores
from divisor_duel.arena.bench.run import BenchPlan
from divisor_duel.arena.bench.scores import ItemScore, results_of_player, score, transcript_hash
from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.run.rows import AnswerFault, AnswerRow
from divisor_duel.questions.bench_item import RULES_PART

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


PLAN = BenchPlan(read_players(["one=random"], least=1))


def answers(fault_every: int = 0) -> list[AnswerRow]:
    """Right answers to all questions, but a fault at regular intervals."""
    fault = AnswerFault(kind="illegal", detail="0 is not legal")
    return [
        AnswerRow(
            key=task.key,
            item=task.item.id,
            players=["one"],
            move=0 if is_fault else task.item.winning[0],
            faults=[fault] if is_fault else [],
            exchanges=[],
        )
        for number, task in enumerate(PLAN.tasks())
        for is_fault in [bool(fault_every and number % fault_every == 0)]
    ]


def test_skill_and_compliance_are_two_numbers() -> None:
    """A player that is right whenever it answers has full skill, and faults cost compliance."""
    found = results_of_player(PLAN, answers(fault_every=2))
    head = found["headline"]
    assert head["skill"]["score"] == 1.0
    assert head["compliance"]["score"] == pytest.approx(0.5, abs=0.01)
    for part in (head["skill"], head["compliance"], head["rules"]):
        assert part["low"] is not None
        assert part["high"] is not None
        assert part["score"] is not None
        assert part["low"] <= part["score"] <= part["high"]
    assert found["score"] is not None
    assert found["score"] < 0.5
    assert head["incomplete"] is None
    skilled = [item for item in PLAN.positions.items if item.part != RULES_PART]
    assert found["positions"] == len(skilled)


def test_retries_are_counted_and_never_scored() -> None:
    """Asking again after a fault changes no score; the new reply is saved."""
    first = answers(fault_every=3)
    retries = [
        AnswerRow(
            key=f"{row.key}|retry 1",
            item=row.item,
            players=["one"],
            move=None if number else 0,
            faults=[AnswerFault(kind="timeout", detail="late")] if number else [],
            exchanges=[],
            retry=1,
        )
        for number, row in enumerate(first[:3])
    ]
    before, after = results_of_player(PLAN, first), results_of_player(PLAN, first + retries)
    head = after["headline"]
    assert (head["retries"], head["retried"]) == (3, {"timeout": 2, "wrong": 1})
    assert {**after, "headline": {**head, "retries": 0, "retried": {}}} == before


def test_an_incomplete_run_has_no_score() -> None:
    """One missing answer is enough; faults and costs are still counted."""
    found = results_of_player(PLAN, answers(fault_every=2)[:-1])
    head = found["headline"]
    assert head["incomplete"] == "251 of 252 questions answered"
    assert found["score"] is None
    assert head["skill"]["score"] is None
    assert head["compliance"]["score"] is None
    assert found["faults"] == {"illegal": 126}
    assert not any(found["profile"].values())


def test_a_transcript_is_known_by_its_answers() -> None:
    """Order and time do not matter; another move does."""
    rows = answers()
    before = transcript_hash(rows)
    rows[0].seconds = 3.0
    assert transcript_hash(rows[::-1]) == before
    rows[0].move = None
    assert transcript_hash(rows) != before
