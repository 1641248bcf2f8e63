"""Divider Duel's rules: what they say is what they play, and it is short."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Player, Value, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.strategies import Searched, strategy_of
from divisor_duel.games.divider.proofs import Answers, Groups, Mirror, Parity
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.divider.strategy import BalanceHeaps, TakeAny, TakePartner, worth
from divisor_duel.numbers import members
from divisor_duel.play.positions import read_position
from divisor_duel.play.random_games import random_game
from divisor_duel.proof import Proof
from divisor_duel.strategy import Strategy
from tests.contract.test_strategies import follow
from tests.games.divider.solving.left import set_truth

FORBIDDEN = re.compile(r"\b(the other|whoever|nobody|one)\b|answer again", re.IGNORECASE)
"""Words that leave open who is meant."""


def placed(numbers: str, high: int = 30) -> tuple[Divider, DividerPosition]:
    """A game and the position with these numbers left, Player 1 to move."""
    game = Divider(high=high)
    return game, read_position(game, f"left={numbers}", Player.ONE)


def lost_by(numbers: str, proof: Proof) -> Strategy[Any]:
    """The strategy of Player 2, whom a proof shows to win these numbers."""
    game, position = placed(numbers)
    return strategy_of(game, position, Player.TWO, proof)


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
            "Take 4. Partners: 11-13, 17-19. You can answer every number: 2 with 3, for example. "
            "After 2 answers at most, every number left has a partner.",
        ),
        (
            23,
            "Partners: 13-17, 19-23. For example, if you take 2, they take 9. "
            "The computer checked every continuation.",
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
            "Your opponent can answer every number: 2 with 9, for example. "
            "Then every number left has a partner.",
        ),
    ],
)
def test_some_positions_in_words(numbers: str, reason: str) -> None:
    """Sentences about a few numbers."""
    game, position = placed(numbers)
    assert analyze(game, position).reason == reason


def test_replies_are_listed_with_their_partners() -> None:
    """How to win 2..12 names every reply, its answer, and the partners after it."""
    game = Divider(high=12)
    strategy = analyze(game, game.start()).strategy
    assert strategy
    first, partners, replies = strategy.steps
    assert first == "Take 12."
    assert partners == "If your opponent takes a number with a partner, take the partner: 7-11."
    assert replies.startswith("If they take 2, take 9. If they take 3, take 8, then partners 2-5, ")
    assert "If they take 6, take 4, then 2 or 5 with 9, 3 with 10, 9 with 2, 10 with 3." in replies
    assert "5 with 8 (partners 2-3, 4-9)" in replies
    assert replies.endswith("Where no partners are named, take any number.")


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


@pytest.mark.parametrize("high", [9, 12, 14, 16, 18, 20, 24, 30, 36])
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


def test_the_worth_of_a_group_is_its_nim_value() -> None:
    """The heap that a few numbers are worth is what the rule alone gives."""
    rng, memo = Random(3), dict[frozenset[int], tuple[int, int]]()
    for _ in range(200):
        numbers = frozenset(rng.sample(range(2, 31), rng.randrange(6)))
        left = sum(1 << number for number in numbers)
        assert worth(left) == set_truth(numbers, memo)[0]


def test_small_groups_are_heaps_and_large_ones_are_searched() -> None:
    """Groups of up to five numbers are balanced by rules; their worth is said before it is used."""
    strategy = lost_by("2-5,8,9", Groups(0, (((2, 4, 8), 3), ((3, 9), 2), ((5,), 1))))
    assert strategy.by_rules
    assert isinstance(strategy.rules[0], BalanceHeaps)
    follow(strategy)
    assert strategy.reason == (
        "The groups are worth the same as heaps of 3, 2 and 1. "
        "Your opponent keeps them balanced: if you take 8, they take 5."
    )
    assert strategy.steps[0].startswith(
        "Think of heaps of counters: 2 4 8 is worth the same as a heap of 3, 3 9 is worth the same "
        "as a heap of 2, 5 is worth the same as a heap of 1."
    )
    large = lost_by("2,4,6,8,10,12,11,13", Groups(0, (((2, 4, 6, 8, 10, 12), 0), ((11,), 1))))
    assert [type(rule) for rule in large.rules] == [Searched]
    winner = BalanceHeaps((1 << 2 | 1 << 4, 1 << 9 | 1 << 27))
    _, position = placed("2,4,9,27")
    assert winner.because(position, winning=True) == (
        "The groups are worth the same as heaps of 2 and 2. "
        "Your answers keep them balanced: if they take 4, take 27."
    )


def test_mirrors_of_older_proofs_are_partners() -> None:
    """Numbers that swap places are partners, beside what wins the numbers that stay."""
    whole = lost_by("6,8,16,30", Mirror(0, (((6, 8), (30, 16)),), None))
    assert whole.rules == (TakePartner(((6, 8), (16, 30))),)
    follow(whole)
    beside = lost_by("5,7,11,13", Mirror(0, (((5, 7),),), Parity(0)))
    assert [type(rule).__name__ for rule in beside.rules] == ["TakePartner", "Beside"]
    follow(beside)
    groups = Groups(0, (((2, 4, 6, 8, 10, 12), 0),))
    large = lost_by("2,4,6,8,10,12,11,13", Mirror(0, (((11, 13),),), groups))
    assert [type(rule) for rule in large.rules] == [Searched]


def test_answers_come_from_the_list_and_then_from_a_search() -> None:
    """Listed answers are given at once; partners are taken while the rest is untouched."""
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


def test_no_rule_applies_where_it_could_lose() -> None:
    """A rule gives a move only in positions of its own, and only if that leaves a lost one."""
    pairs = TakePartner(((2, 3), (5, 7), (6, 9)))
    _, position = placed("2,3,5-7,9")
    assert pairs.move(position) == 0
    assert pairs.is_lost(position.left)
    assert pairs.answer(position.left & ~(1 << 5)) == 7
    assert pairs.answer(position.left & ~(1 << 5) | 1 << 11) == 0
    assert pairs.answer(1 << 2 | 1 << 5) == 0
    single = TakeAny(1 << 5 | 1 << 7)
    assert (single.answer(1 << 5), single.answer(1 << 5 | 1 << 7), single.answer(1 << 6)) == (
        5,
        0,
        0,
    )
    assert single.is_lost(0)
    assert not single.is_lost(1 << 5)
    assert not single.is_lost(1 << 6 | 1 << 8)
    assert members(position.left) == (2, 3, 5, 6, 7, 9)


def test_many_pairs_are_shortened() -> None:
    """A headline has at most eight pairs; of more it names the first ones."""
    pairs = tuple((number, number + 1) for number in range(101, 121, 2))
    game = Divider(high=130)
    rule, position = TakePartner(pairs), game.start()
    assert rule.because(position, winning=True) == (
        "Now every number has a partner, such as 101-102, 103-104, 105-106. "
        "Whatever your opponent takes, take its partner."
    )
    assert "119-120" in rule.words(position)
    beside = TakePartner(pairs, (TakeAny(0),))
    assert (
        beside.because(position, winning=False) == "Partners: 101-102, 103-104, 105-106 and more."
    )
