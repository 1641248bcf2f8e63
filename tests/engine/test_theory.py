"""What every theory has from its base class: best moves, lines, candidates and plain reasons."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.engine.clock import Budget, StepClock
from divisor_duel.engine.search import Search
from divisor_duel.engine.theory import (
    LONGEST_UNTIMED_LINE,
    MOST_CANDIDATES,
    best_line,
)
from divisor_duel.engine.verdict import Verdict, Verdicts
from divisor_duel.proof import Answered
from tests.setups import SMALL, Setup

UNDECIDED = [setup for setup in SMALL if not setup.game.outcome(setup.game.start())]


def whole(setup: Setup) -> tuple[Search[Any], Any, Verdicts, Verdict]:
    """A search, the start, and everything about it."""
    game = setup.game
    search, start, budget = Search(game), game.start(), Budget()
    verdicts = search.judge(start, budget)
    return search, start, verdicts, search.settle(start, verdicts, budget)


@pytest.mark.parametrize("setup", UNDECIDED, ids=str)
def test_a_line_of_best_moves_is_as_long_as_the_remoteness(setup: Setup) -> None:
    """From each best move it goes to the end, where the proved winner has won."""
    search, start, verdicts, verdict = whole(setup)
    assert search.plies_left(start, Budget()) == verdict.remoteness
    best = search.best(start, Budget())
    assert best.proved
    for first in best.moves[:3]:
        line = search.line(start, verdict.remoteness, first, verdicts, Budget())
        *_, end = setup.game.positions(line, start=start)
        outcome = setup.game.outcome(end)
        assert len(line) == verdict.remoteness
        assert outcome
        assert (outcome.winner == start.to_move) is verdict.win


def test_a_line_stops_where_the_proof_or_the_time_does() -> None:
    """No move is added that is not proved to be best, or after the time for a line is over."""
    search, start, verdicts, verdict = whole(Setup("divider", {"high": 9}))
    assert best_line(search, start, None, 4, {4: Verdict()}, Budget()) == ()
    wrong = (verdict.remoteness or 0) + 1
    assert best_line(search, start, wrong, 4, verdicts, Budget()) == ()
    stopped = Budget(0, kind=lambda seconds: StepClock(0))
    assert best_line(search, start, verdict.remoteness, 4, verdicts, stopped) == (4,)


def test_a_line_of_unknown_length_is_cut() -> None:
    """Where the moves were not counted, a line shows a limited number of them."""
    search = Search(GAMES["divider"](low=50, high=90))  # no number divides another

    def judge(position: Any, budget: Budget) -> Verdicts:
        return {search.game.legal_moves(position)[0]: Verdict(True)}

    start = search.game.start()
    line = best_line(search, start, None, 50, judge(start, Budget()), Budget(), judge)
    assert line == tuple(range(50, 50 + LONGEST_UNTIMED_LINE))


def test_the_moves_to_explain_are_the_quickest_wins() -> None:
    """They come in order of their length and number, up to a limit."""
    search = Search(GAMES["divider"]())
    verdicts = {9: Verdict(False, 2), 8: Verdict(True, 1), 7: Verdict(False, 0), 6: Verdict(False)}
    assert search.candidates({**verdicts, 5: Verdict(False, 2), 4: Verdict()}) == [7, 5, 9, 6]
    many = dict.fromkeys(range(2, 100), Verdict(False, 2))
    assert search.candidates(many) == list(range(2, 2 + MOST_CANDIDATES))


def test_without_a_kind_of_its_own_a_proof_lists_an_answer_to_each_reply() -> None:
    """It starts with the win that leaves the fewest replies; without time there is none."""
    search, start, verdicts, verdict = whole(Setup("divider", {"high": 9}))
    proof = search.proof(start, verdict, verdicts, StepClock())
    assert isinstance(proof, Answered)
    assert proof.move == 4
    assert [reply for reply, _ in proof.answers] == [2, 3, 5, 6, 7, 9]
    assert search.proof(start, Verdict(), verdicts, StepClock()) is None
    assert Search(search.game).proof(start, verdict, verdicts, StepClock(0)) is None
    assert search.explain(start, StepClock()) is None
    assert search.weight(proof) == 1
