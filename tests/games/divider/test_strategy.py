"""Divider Duel's rules: what they say is what they play, and it is short."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.games.divider.proofs import Answers
from divisor_duel.games.divider.rules import Divider
from divisor_duel.games.divider.strategy import SearchedNumbers
from divisor_duel.numbers import members, without_multiples
from divisor_duel.play.random_games import random_game
from divisor_duel.proofs.checker import check_proof
from tests.contract.test_strategies import follow
from tests.games.divider.solving.left import set_truth
from tests.games.divider.strategy.placed import lost_by, placed

FORBIDDEN = re.compile(r"\b(the other|whoever|nobody|one)\b|answer again", re.IGNORECASE)
"""Words that leave open who is meant."""


@pytest.mark.parametrize(
    ("high", "reason"),
    [
        (3, "You can only take 2 or 3, and your opponent takes the last."),
        (
            7,
            "Every number has a partner: 2-3, 4-6, 5-7. "
            "Whatever you take, your opponent takes its partner.",
        ),
        (
            9,
            "Take 4. Now every number has a partner: 2-3, 5-7, 6-9. "
            "Whatever your opponent takes, take its partner.",
        ),
        (
            14,
            "Take 4. Now every number has a partner: 2-3, 5-7, 6-9, 10-14, 11-13. "
            "Whatever your opponent takes, take its partner.",
        ),
        (
            17,
            "Take 2. Now every number has a partner: 3-5, 7-11, 9-15, 13-17. "
            "Whatever your opponent takes, take its partner.",
        ),
        (
            20,
            "Take 4. Partners: 11-13, 17-19. You can answer each of the remaining 10 numbers: "
            "2 with 3, for example. After at most 2 answers, every number left has a partner.",
        ),
        (
            23,
            "Partners: 13-17, 19-23. The computer checked all 429 continuations; "
            "for example, if you take 2, they take 9.",
        ),
    ],
)
def test_the_starts_in_words(high: int, reason: str) -> None:
    """The sentences of the starts of a few lists."""
    game = Divider(high=high)
    assert analyze(game, game.start()).reason == reason


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ("2", "Take 2, and you win: no number is left."),
        ("5-7", "Take 5. Your opponent can only take 6 or 7, and you take the last."),
        (
            "5,6,7,8",
            "None of the 4 numbers left divides another, so each move takes a single number. "
            "4 is even, so your opponent takes the last.",
        ),
        (
            "2-5,8,9",
            "Your opponent can answer each of the 6 numbers: 2 with 9, for example. "
            "Then every number left has a partner.",
        ),
    ],
)
def test_some_positions_in_words(numbers: str, reason: str) -> None:
    """Sentences about a few numbers."""
    game, position = placed(numbers)
    assert analyze(game, position).reason == reason


def check_words(analysis: Any) -> None:
    """The sentence is short and plain, and what it names is what the strategy plays."""
    strategy, game, position = analysis.strategy, analysis.game, analysis.position
    reason: str = strategy.reason
    assert reason == analysis.reason
    assert len(reason.split()) <= 35, reason
    assert not FORBIDDEN.search(" ".join([reason, *strategy.steps]))
    assert len(strategy.steps) <= 4
    first = re.match(r"Take (\d+)", reason)
    assert bool(first) is (analysis.value is Value.WIN)
    if first:
        assert int(first[1]) == strategy.answer(position)
        position = game.play(position, int(first[1]))
    named = re.findall(r"(\d+)-(\d+)", reason)
    answers = [*named, *((other, one) for one, other in named)]
    answers += re.findall(r"(\d+) with (\d+)", reason)
    answers += re.findall(r"if (?:you|they) take (\d+), (?:they )?take (\d+)", reason)
    for reply, answer in answers:
        assert strategy.answer(game.play(position, int(reply))) == int(answer), reason


MOST_LEFT = 30
"""Most numbers left in a sampled position; with more the search for a strategy takes seconds."""


@pytest.mark.parametrize("high", [9, 14, 16, 20, 24, 36])
def test_what_is_said_is_played(high: int) -> None:
    """Pairs and answers of the headline are the moves of the strategy, in random games."""
    game, engine, rng = GAMES["divider"](high=high), Engine(clock=StepClock), Random(high)
    by_rules = list[bool]()
    for _ in range(12 if high < 20 else 4):
        for _, position, _ in random_game(game, rng):
            if not game.outcome(position) and len(members(position.left)) <= MOST_LEFT:
                analysis = engine.analyze(game, position, 20)
                assert analysis.strategy
                by_rules.append(analysis.strategy.by_rules)
                check_words(analysis)
    assert sum(by_rules) > 0.6 * len(by_rules)


@pytest.mark.parametrize("high", [8, 11])
def test_misere_is_short_too(high: int) -> None:
    """In misere the sentences are those that every game has, with this game's moves."""
    game, rng = GAMES["divider"](high=high, ending="misere"), Random(high)
    for _ in range(6):
        for _, position, _ in random_game(game, rng):
            if not game.outcome(position):
                reason = analyze(game, position).reason
                assert len(reason.split()) <= 35, reason
                assert "take" in reason.lower()


def test_answers_come_from_the_list_and_then_from_a_search() -> None:
    """Listed answers are given at once; partners are taken while other numbers are untouched."""
    proof = Answers(0, (((11, 13),),), ((2, 3), (3, 2), (5, 7), (7, 5)))
    strategy = lost_by("2,3,5,7,11,13", proof)
    assert not strategy.by_rules
    follow(strategy)
    game, position = placed("2,3,5,7,11,13")
    partner, listed, _ = strategy.rules
    assert partner.move(game.play(position, 11)) == 13
    assert partner.move(game.play(position, 2)) == 0
    assert listed.move(game.play(position, 2)) == 3
    assert listed.move(game.play(position, 11)) == 0


@pytest.mark.parametrize("high", range(22, 27), ids=lambda high: f"2..{high}")
def test_the_count_is_what_the_checker_prints(high: int) -> None:
    """`duel check` solves as many positions again as the headline says."""
    game = Divider(high=high)
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 10)
    strategy, proof = analysis.strategy, analysis.proof
    assert strategy
    assert isinstance(proof, Answers)
    counted = re.search(r"The computer checked all ([\d,]+) continuations", strategy.reason)
    assert counted
    what = check_proof(game, game.start(), strategy.winner, proof).what
    assert what.endswith(f"solved again: {counted[1].replace(',', '')}")


@pytest.mark.parametrize("high", range(6, 15))
def test_a_count_is_at_most_what_a_slow_search_finds(high: int) -> None:
    """No count exceeds the positions that play can reach, and none misses a lost one.

    The slow search lists all positions, with equal columns not yet cancelled.
    """
    game = Divider(high=high)
    values = Engine().judge_moves(game, game.start())
    lost = next((without_multiples(game.start().left, m) for m, won in values.items() if won), 0)
    lost = lost or game.start().left
    reached, waiting = set[int](), [lost]
    while waiting:
        left = waiting.pop()
        after = {without_multiples(left, number) for number in members(left)} - reached
        reached |= after
        waiting += after
    memo = dict[frozenset[int], tuple[int, int]]()
    answers = tuple(
        (reply, next(n for n in members(left) if is_zero(without_multiples(left, n), memo)))
        for reply in members(lost)
        if (left := without_multiples(lost, reply))
    )
    position = game.start()._replace(left=lost)
    rule = SearchedNumbers(game, position, answers, unpaired=lost)
    assert rule.checked.all
    assert 0 < rule.checked.positions <= len(reached)


def is_zero(left: int, memo: dict[frozenset[int], tuple[int, int]]) -> bool:
    """Whether the slow search finds that the player to move loses."""
    return set_truth(frozenset(members(left)), memo)[0] == 0


def test_a_count_stops_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer search is counted as far as the limit goes."""
    monkeypatch.setattr("divisor_duel.brute_force.MOST_COUNTED", 3)
    game = Divider(high=23)
    assert "checked more than " in analyze(game, game.start()).reason
