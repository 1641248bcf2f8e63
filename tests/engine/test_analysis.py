"""Every value, remoteness and nim-value against the twins' brute force."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.game import Player
from divisor_duel.play.positions import read_position
from tests.reference.brute import Solved, Twin, solve
from tests.setups import SMALL, Setup

MORE = [
    Setup("divider", {"high": 15}),
    *(Setup("divider", {"low": low, "high": 15}) for low in (1, 3)),
    Setup("ladder", {"high": 24}),
    *(Setup("countdown", {"start": start}) for start in (96, 128, 180, 210)),
    Setup("chain", {"high": 16}),
    *(Setup("chain", {"low": low, "high": 13}) for low in (1, 3, 4)),
    *(Setup("digits", {"target": target, "base": 7}) for target in (2, 5, 6, 11, 13, 100)),
    *(Setup("digits", {"target": target}) for target in (7, 11, 12)),
    *(Setup("divider", {"high": high, "ending": "misere"}) for high in (11, 12)),
    Setup("countdown", {"start": 60, "ending": "misere"}),
    Setup("chain", {"high": 13, "ending": "misere"}),
    Setup("digits", {"target": 5, "base": 7, "ending": "misere"}),
]
BUDGET_SECONDS = 600.0


def test_moves_are_set_out_when_they_are_looked_at() -> None:
    """A question about the winner alone does not wait for a row for each of thousands of moves."""
    game = GAMES["divider"](high=5000)
    analysis = analyze(game, game.start(), seconds=0)
    assert "moves" not in vars(analysis)
    assert [row.move for row in analysis.moves] == sorted(analysis.verdicts)
    assert analysis.moves is analysis.moves


def test_a_win_without_a_known_move_has_no_strategy() -> None:
    """13 is no winning opening of 2..60, so some reply wins; without a search none is known."""
    game = GAMES["divider"](high=60)
    analysis = analyze(game, game.play(game.start(), 13), seconds=0)
    assert (analysis.value, analysis.winning) == ("win", ())
    assert analysis.strategy is None


@pytest.mark.parametrize("setup", [*SMALL, *MORE], ids=str)
def test_every_position_is_valued_as_by_brute_force(setup: Setup) -> None:
    """In every position of the set-up, win or loss, remoteness and nim-value are those found by
    trying everything in the twin.
    """
    game, memo, seen = setup.game, dict[Any, Solved](), set[Any]()
    solve(setup.twin(), memo)
    waiting: list[tuple[Any, Twin]] = [(game.start(), setup.twin())]
    while waiting:
        position, twin = waiting.pop()
        if twin.key() in seen:
            continue
        seen.add(twin.key())
        assert_as_solved(setup, position, twin, memo)
        waiting += [(game.play(position, move), twin.play(move)) for move in twin.legal()]


def assert_as_solved(setup: Setup, position: Any, twin: Twin, memo: dict[Any, Solved]) -> None:
    """The analysis of a position says what the twin's brute force says."""
    game = setup.game
    analysis = analyze(game, position, BUDGET_SECONDS)
    truth = solve(twin, memo)
    if not twin.legal():
        assert analysis.value is None
        assert analysis.moves == ()
        return
    assert analysis.value == ("win" if truth.value else "loss")
    assert analysis.remoteness == truth.remoteness
    assert analysis.grundy == (truth.grundy if game.has_nim_values else None)
    assert sorted(move.move for move in analysis.moves) == twin.legal()
    for move in analysis.moves:
        after = solve(twin.play(move.move), memo)
        assert move.value == ("loss" if after.value else "win")
        assert move.remoteness == after.remoteness
        assert move.grundy == (after.grundy if game.has_nim_values else None)
    assert len(analysis.line) == truth.remoteness
    for number in analysis.line:
        position = game.play(position, number)
    outcome = game.outcome(position)
    assert outcome is not None
    winner = twin.turn if truth.value else 3 - twin.turn
    assert int(outcome.winner) == winner


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("one=3 two=1 pool=2,4-15,17-200", "Take 2. The computer checked all 65 replies."),
        ("one=4 two=3 pool=2,5-15,17-200", "The computer checked all 65 moves: they lose."),
    ],
)
def test_without_a_proof_the_reason_is_the_strategy_s(position: str, reason: str) -> None:
    """It says what the search checked, and nothing that the strategy doesn't."""
    game = GAMES["ladder"](high=200)
    start = read_position(game, position, Player.TWO)
    analysis = Engine(clock=StepClock).analyze(game, start)
    assert analysis.proof is None
    assert analysis.strategy
    assert analysis.reason == analysis.strategy.reason == reason


def test_without_time_the_reason_says_so() -> None:
    """An unknown winner is not explained, nor is a winner without a known move."""
    engine = Engine(clock=StepClock)
    long, theory = GAMES["divider"](high=100), GAMES["countdown"](start=5040, ending="misere")
    unknown = engine.analyze(long, long.start(), 0)
    assert unknown.reason == "The time ran out before every move was checked."
    assert unknown.strategy is None
    won = engine.analyze(theory, theory.start(), 0)
    assert won.reason == "You can win, but the time ran out before a winning move was found."
