"""The search through every position, against the twins' brute force."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import search as module
from divisor_duel.engine.clock import Budget, OutOfTimeError, StepClock
from divisor_duel.engine.search import Search
from divisor_duel.engine.verdict import Verdict
from tests.reference.brute import solve
from tests.setups import SMALL, Setup

BUDGET_SECONDS = 60.0


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_the_generic_search_needs_no_theory(setup: Setup) -> None:
    """The search that serves games without a theory values every start as the twin does."""
    game, truth = setup.game, solve(setup.twin(), {})
    search, budget = Search(game), Budget(BUDGET_SECONDS)
    if game.outcome(game.start()):
        return
    verdicts = search.judge(game.start(), budget)
    verdict = search.settle(game.start(), verdicts, budget)
    assert (verdict.win, verdict.remoteness) == (truth.value, truth.remoteness)
    assert verdict.grundy == (truth.grundy if game.has_nim_values else None)


def test_what_is_not_reached_in_time_is_not_said() -> None:
    """A search that is stopped leaves moves open, and the next one goes on from its results."""
    game = GAMES["divider"](high=12)
    search = Search(game)
    budget = Budget(200 / 20_000, kind=StepClock)
    first = search.judge(game.start(), budget)
    assert Verdict() in first.values()
    with pytest.raises(OutOfTimeError):
        Search(game).solve(game.start(), StepClock(0.001))
    held = search.bytes_held
    assert held > 0
    whole = search.judge(game.start(), Budget())
    assert {move: seen for move, seen in whole.items() if first[move] == seen} == {
        move: seen for move, seen in first.items() if seen != Verdict()
    }
    assert search.bytes_held > held


def test_a_full_table_is_cleared_and_nothing_else_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for a few hundred positions the verdicts are the same."""
    game = GAMES["chain"](high=11)
    whole, small = Search(game), Search(game)
    small._most = 50
    assert small.judge(game.start(), Budget()) == whole.judge(game.start(), Budget())
    assert small.bytes_held < whole.bytes_held
    monkeypatch.setattr(module, "MOST_BYTES", 10_000)
    assert Search(game)._most < 30


def test_a_position_that_is_over_is_valued_by_its_outcome() -> None:
    """Its remoteness is 0, and its nim-value where the game has one."""
    for ending, verdict in (("normal", Verdict(False, 0, 0)), ("misere", Verdict(True, 0, None))):
        game = GAMES["countdown"](start=7, ending=ending)
        assert Search(game).solve(game.start(), StepClock()) == verdict
