"""How soon sums end, against brute force, and what a perfect player makes of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.engine.levels import Effort, choose_move
from divisor_duel.games.registry import read_set_up
from divisor_duel.games.sum.rules import Sum
from divisor_duel.games.sum.solving import remoteness
from divisor_duel.games.sum.solving.remoteness import SumRemoteness
from tests.games.sum.solving.test_theory import PAIRS
from tests.reference.brute import Solved, Twin, solve
from tests.reference.sum import Sum as TwinSum
from tests.setups import Setup


def twins(one: str, two: str) -> Twin:
    """The slow twin of a sum."""
    parts = [read_set_up(text) for text in (one, two)]
    first, second = [Setup(part.id, dict(part.options)).twin() for part in parts]
    return TwinSum(first, second)


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_every_length_is_that_of_trying_everything(one: str, two: str) -> None:
    """In random games, every move has the twin's remoteness, and so has the position."""
    game, memo, rng = Sum(one=one, two=two), dict[Any, Solved](), Random(3)
    for _ in range(8):
        position, twin = game.start(), twins(one, two)
        while game.outcome(position) is None:
            analysis = Engine().analyze(game, position)
            assert analysis.remoteness == solve(twin, memo).remoteness
            for move in analysis.moves:
                assert move.remoteness == solve(twin.play(move.move), memo).remoteness
            choice = rng.choice(game.legal_moves(position))
            position, twin = game.play(position, choice), twin.play(choice)


def test_perfect_plays_the_quickest_win() -> None:
    """Against random play in the default sum, `perfect` always picks a win that is the quickest."""
    game, memo, rng = Sum(), dict[Any, Solved](), Random(4)
    position, twin = game.start(), twins(game.one, game.two)
    wins = 0
    while game.outcome(position) is None:
        truth, legal = solve(twin, memo), game.legal_moves(position)
        move = rng.choice(legal)
        if truth.value:
            wins += 1
            move = choose_move("perfect", game, position, rng, Effort(extras=20))
            assert solve(twin.play(move), memo).remoteness == truth.remoteness - 1
        position, twin = game.play(position, move), twin.play(move)
    assert wins


def test_a_sum_too_large_for_the_time_has_no_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without time or memory the search ends without a guess."""
    game = Sum(one="chain:high=50", two="chain:high=50")
    start = game.start()
    for clock in (Clock(0), StepClock(0.001)):
        with pytest.raises(OutOfTimeError):
            SumRemoteness(game.parts).plies(start.one, start.two, clock)
    monkeypatch.setattr(remoteness, "MOST_PAIRS", 3)
    small = Sum()
    with pytest.raises(OutOfTimeError):
        SumRemoteness(small.parts).plies(small.start().one, small.start().two, Clock())
