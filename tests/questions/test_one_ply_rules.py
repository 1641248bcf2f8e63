"""The rules of thumb: each names a legal move, by what it says."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES
from divisor_duel.play.random_games import random_game
from divisor_duel.questions.one_ply_rules import RULES, Choice
from tests.questions.held_aside_rules import HELD_ASIDE, LOOKED_AT, UNTOUCHED

CHAIN = GAMES["chain"](high=30)
CHOICE = Choice.of(CHAIN, CHAIN.play(CHAIN.start(), 12), (24, 2, 6, 3, 4), 12)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_names_a_legal_move(name: str) -> None:
    """Wherever there are two moves or more, each rule takes one of them."""
    game = GAMES[name]()
    every = [rule for rules in (RULES, LOOKED_AT, HELD_ASIDE, UNTOUCHED) for rule in rules.values()]
    for _, position, legal in random_game(game, Random(1)):
        if len(legal) > 1:
            choice = Choice.of(game, position, last=5)
            for rule in every:
                assert rule(choice) in legal


@pytest.mark.parametrize(
    ("rule", "move"),
    [
        ("first-listed", 24),
        ("last-listed", 4),
        ("middle-listed", 6),
        ("smallest", 2),
        ("largest", 24),
        ("median", 4),
        ("smallest-odd", 3),
        ("largest-odd", 3),
        ("smallest-even", 2),
        ("largest-even", 24),
        ("smallest-prime", 2),
        ("largest-prime", 3),
        ("most-divisors", 24),
        ("fewest-divisors", 2),
        ("fewest-replies", 6),
        ("most-replies", 2),
        ("even-replies", 3),
        ("odd-replies", 2),
        ("nearest-to-last", 6),
        ("coprime-to-last", 2),
    ],
)
def test_rules_do_what_they_are_called(rule: str, move: int) -> None:
    """After 12 in Chain to 30 there are five factors and multiples."""
    assert RULES[rule](CHOICE) == move


def test_what_is_left_is_counted_or_is_the_number() -> None:
    """The rules about removing compare pools, and in Countdown the number itself."""
    divider = GAMES["divider"](high=9)
    choice = Choice.of(divider, divider.start())
    assert RULES["most-removed"](choice) == 2
    assert choice.left[2] == 4
    assert RULES["leave-odd"](choice) == 3
    countdown = GAMES["countdown"](start=12)
    assert Choice.of(countdown, countdown.start()).left == {2: 10, 3: 9, 4: 8, 6: 6}


def test_safe_rules_do_not_lose_at_once() -> None:
    """If some move keeps the opponent from winning at once, they take such a move."""
    countdown = GAMES["countdown"](start=12)
    choice = Choice.of(countdown, countdown.start())
    assert choice.safe == (3, 4)
    assert RULES["safe-smallest"](choice) == 3
    assert RULES["safe-largest"](choice) == 4
    lost = GAMES["countdown"](start=8)
    assert all(move in (2, 4) for move in Choice.of(lost, lost.start()).safe)
