"""Analyses with little time: they never fail, and whatever they still say is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from divisor_duel import Analysis, Record
from divisor_duel.engine import Engine, StepClock, clock, engine
from divisor_duel.engine.clock import STEPS_PER_SECOND
from divisor_duel.engine.levels import OPPONENTS, Effort, consider
from divisor_duel.game import AnyGame
from divisor_duel.games.registry import find_game, read_set_up
from divisor_duel.learn.hints import STEPS, hint
from divisor_duel.learn.refutation import refute
from divisor_duel.learn.review import review
from tests.reference.brute import Solved, Twin, solve
from tests.reference.sum import Sum
from tests.setups import SMALL, Setup

SIZES = [
    *(Setup("divider", {"high": high}) for high in (13, 15)),
    Setup("chain", {"high": 12, "opening": "even"}),
    Setup("ladder", {"high": 20}),
    Setup("countdown", {"start": 96}),
    Setup("digits", {"base": 7, "target": 13}),
    Setup("divider", {"high": 12, "ending": "misere"}),
    Setup("countdown", {"start": 60, "ending": "misere"}),
    Setup("digits", {"base": 7, "target": 11, "ending": "misere"}),
]
"""Besides the small set-ups: those that take a little longer, still within brute force."""

BEYOND = [
    *(Setup("divider", {"high": high}) for high in (16, 24, 28, 40)),
    Setup("divider", {"low": 30, "high": 130}),
    Setup("divider", {"high": 28, "ending": "misere"}),
    *(Setup("ladder", {"high": high}) for high in (100, 400)),
    *(Setup("chain", {"high": high}) for high in (50, 500)),
    Setup("countdown", {"start": 10**7}),
    Setup("chain", {"high": 30, "ending": "misere"}),
    Setup("countdown", {"start": 5040, "ending": "misere"}),
    Setup("digits", {"base": 20, "target": 20, "ending": "misere"}),
    Setup("digits", {"base": 16, "target": 97}),
]
"""Set-ups that are too large for brute force."""

STEPS_GIVEN = (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377)
"""Time limits, in steps of a step clock."""

SECONDS_GIVEN = (0.0, 1e-6, 1e-5, 1e-4, 1e-3)
"""Time limits by the real clock."""

Truth = Callable[[tuple[int, ...]], Solved]
"""What brute force says about the position after the given moves."""


def sampled(game: AnyGame, count: int) -> list[tuple[int, ...]]:
    """Return the moves to the start and to positions of random games that are not over."""
    rng, found = Random(f"{game}"), list[tuple[int, ...]]()
    while len(found) < count:
        position, moves = game.start(), list[int]()
        while legal := game.legal_moves(position):
            found.append(tuple(moves))
            moves.append(rng.choice(legal))
            position = game.play(position, moves[-1])
        if not found:
            return []
    return found[:count]


def after(game: AnyGame, moves: tuple[int, ...]) -> Any:
    """Return the position after `moves`."""
    *_, position = Record(game, moves).positions()
    return position


def brute(twin: Twin) -> Truth:
    """Return the truth about every position that `twin` leads to."""
    memo: dict[Any, Solved] = {}

    def truth(moves: tuple[int, ...]) -> Solved:
        here = twin
        for move in moves:
            here = here.play(move)
        return solve(here, memo)

    return truth


def assert_line_is_proved(analysis: Analysis) -> None:
    """Check the line against the analysis that it belongs to."""
    game, position = analysis.game, analysis.position
    for move in analysis.line:
        position = game.play(position, move)
    over = game.outcome(position) is not None
    if analysis.remoteness is not None:
        assert len(analysis.line) <= analysis.remoteness
        assert over == (len(analysis.line) == analysis.remoteness)
    if analysis.value == "win" and analysis.line:
        assert analysis.line[0] in analysis.winning
        assert analysis.line[0] == analysis.explained
    if analysis.value == "unknown":
        assert analysis.line == ()
    assert analysis.line_title.startswith("Best") == (analysis.remoteness is not None)


def assert_reason_names_the_first_move(analysis: Analysis) -> None:
    """Check that the move the reason tells the reader to make begins the line."""
    if analysis.value != "win" or not analysis.line:
        return
    if analysis.proof:
        assert analysis.proof.move == analysis.line[0]
    named = re.match(r"(?:Take|Write|Play) (\S+?)[.:,]*(?:\s|$)", analysis.reason)
    if named:
        assert named[1] == analysis.game.format_move(analysis.line[0])


def assert_true(analysis: Analysis, moves: tuple[int, ...], truth: Truth) -> None:
    """Check all that an analysis says against brute force."""
    here = truth(moves)
    if analysis.value != "unknown":
        assert (analysis.value == "win") == here.value
    assert analysis.remoteness in (None, here.remoteness)
    for row in analysis.moves:
        child = truth((*moves, row.move))
        if row.value != "unknown":
            assert (row.value == "loss") == child.value
        assert row.remoteness in (None, child.remoteness)
    for count, move in enumerate(analysis.line):
        before, then = (
            truth((*moves, *analysis.line[:count])),
            truth((*moves, *analysis.line[: count + 1])),
        )
        assert before.value != then.value, f"{move} changes who wins"
        if analysis.remoteness is not None:
            assert then.remoteness == before.remoteness - 1, f"{move} is not best"


def assert_lawful(analysis: Analysis) -> None:
    """Check what holds for every analysis, whatever was found."""
    assert_line_is_proved(analysis)
    assert_reason_names_the_first_move(analysis)
    if analysis.value == "loss":
        assert {row.value for row in analysis.moves} == {"loss"}


def engines(game: AnyGame, seen: list[tuple[int, ...]]) -> list[Engine]:
    """Return an engine that has solved the positions before, and one that has seen nothing."""
    warm = Engine()
    for moves in seen:
        warm.analyze(game, after(game, moves), 5)
    return [warm, Engine()]


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away the moment that lines and reasons may take when the time is used up."""
    monkeypatch.setattr(clock, "EXPLAIN_SECONDS", 0.0)
    monkeypatch.setattr(engine, "EXPLAIN_SECONDS", 0.0)


@pytest.mark.parametrize("setup", [*SMALL, *SIZES], ids=str)
def test_all_that_is_said_in_little_time_is_true(setup: Setup) -> None:
    """With warm and cold engines and tiny limits, values, remoteness and lines are those of
    brute force, and a line that is called best is best at each step.
    """
    game, truth = setup.game, brute(setup.twin())
    seen = sampled(game, 8)
    for tested in engines(game, seen):
        for seconds in SECONDS_GIVEN:
            for moves in seen:
                analysis = tested.analyze(game, after(game, moves), seconds)
                assert_lawful(analysis)
                assert_true(analysis, moves, truth)


@pytest.mark.parametrize("setup", [*SMALL, *SIZES], ids=str)
@pytest.mark.usefixtures("no_grace")
def test_all_that_is_said_within_a_few_steps_is_true(setup: Setup) -> None:
    """Wherever a search is cut off, what it has found is what brute force finds."""
    game, truth = setup.game, brute(setup.twin())
    seen = sampled(game, 8)
    for steps in STEPS_GIVEN:
        tested = Engine(clock=StepClock)
        for moves in seen:
            position = after(game, moves)
            analysis = tested.analyze(game, position, steps / STEPS_PER_SECOND)
            assert_lawful(analysis)
            assert_true(analysis, moves, truth)


@pytest.mark.parametrize("setup", BEYOND, ids=str)
@pytest.mark.usefixtures("no_grace")
def test_large_positions_are_analysed_in_any_time(setup: Setup) -> None:
    """No limit makes an analysis, a proof, the values, a hint, a refutation or a level fail."""
    game = setup.game
    for moves in sampled(game, 4):
        position = after(game, moves)
        for steps in (0, 1, 8, 55):
            seconds, tested = steps / STEPS_PER_SECOND, Engine(clock=StepClock)
            assert_lawful(tested.analyze(game, position, seconds))
            winner, _ = tested.prove(game, position, seconds)
            assert winner in (None, 1, 2)
            values = tested.judge_moves(game, position, seconds)
            assert tuple(sorted(values)) == game.legal_moves(position)
            effort = Effort(seconds, seconds, tested)
            for level in OPPONENTS:
                choice = consider(level, game, position, Random(1), effort)
                assert choice.move in values
            for step in range(1, STEPS + 1):
                assert hint(game, position, step, seconds, tested).text.endswith(".")
            assert refute(game, position, next(iter(values)), seconds, tested).text.endswith(".")
        for analysis in Engine(clock=StepClock).explore(game, position, 0.02):
            assert_lawful(analysis)
        judged = review(Record(game, moves), 0, Engine(clock=StepClock))
        assert len(judged.moves) == len(moves)


@pytest.mark.parametrize(
    ("one", "two"), [("divider:high=6", "countdown:start=12"), ("chain:high=6", "divider:high=5")]
)
@pytest.mark.usefixtures("no_grace")
def test_a_sum_is_analysed_in_any_time(one: str, two: str) -> None:
    """A sum of two games says in little time only what brute force says."""
    game, parts = find_game("sum")(one=one, two=two), [read_set_up(text) for text in (one, two)]
    twins = [Setup(part.id, dict(part.options)).twin() for part in parts]
    truth, seen = brute(Sum(twins[0], twins[1])), sampled(game, 8)
    for steps in STEPS_GIVEN:
        tested = Engine(clock=StepClock)
        for moves in seen:
            analysis = tested.analyze(game, after(game, moves), steps / STEPS_PER_SECOND)
            assert_lawful(analysis)
            assert_true(analysis, moves, truth)
