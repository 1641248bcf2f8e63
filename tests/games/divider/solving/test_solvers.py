"""Both solvers: who loses, nim-values and remoteness."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.engine import StepClock
from divisor_duel.engine.clock import Clock, run_to_end
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.compiled_search import CompiledSearch
from divisor_duel.games.divider.solving.number_set import MOST_SOLVED, NumberSet
from divisor_duel.games.divider.solving.solvers import ListSolver, SetSolver
from divisor_duel.numbers import span, without_multiples
from tests.games.divider.solving.left import random_left
from tests.reference.brute import Solved, solve
from tests.reference.divider import Divider

NIM_VALUES = [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7, 6, 2, 3, 6, 3, 1, 0, 9, 8, 2, 5, 10, 11]
"""Of the lists 2..2, 2..3, ... 2..29."""


def test_nim_values_of_the_lists_from_2() -> None:
    """The nim-values of 2..n for n = 2 to 29 are the known ones."""
    for high, nim in enumerate(NIM_VALUES, 2):
        solver = ListSolver(2, high, Clock(60))
        assert solver.nim_value(span(2, high), Clock(60)) == nim
        assert solver.is_lost(span(2, high), Clock(60)) == (nim == 0)


@pytest.mark.parametrize(("low", "high"), [(2, 17), (1, 16), (3, 18), (5, 18)])
def test_columns_agree_with_brute_force(low: int, high: int) -> None:
    """On every position of the list the column search, plain and compiled, gives the twin's
    nim-value, and the remoteness search the twin's remoteness.
    """
    memo: dict[object, Solved] = {}
    plain = ListSolver(low, high, Clock(0))
    enc = encoding(max(low, 2), high)
    compiled = CompiledSearch(enc)
    waiting, seen = [(span(low, high), Divider(low=low, high=high))], set[int]()
    while waiting:
        left, twin = waiting.pop()
        if left in seen:
            continue
        seen.add(left)
        truth = solve(twin, memo)
        verdict = plain.verdict(left, None, Clock(60))
        if left:
            assert verdict == (truth.value, truth.remoteness, truth.grundy)
            assert compiled.grundy(enc.encode(left & ~2), Clock()) + (left >> 1 & 1) == truth.grundy
        waiting += [(without_multiples(left, move), twin.play(move)) for move in twin.legal()]


def test_a_set_solver_answers_like_a_list_solver() -> None:
    """What random play leaves of 2..30 has the same loser, nim-value and remoteness with both."""
    rng, lists = Random(4), ListSolver(2, 30, Clock(0))
    sets = SetSolver(run_to_end(NumberSet.build_in_steps(tuple(range(2, 31)))))
    for number in range(20):
        left = random_left(2, 30, rng, 3 + number % 5)
        found = lists.verdict(left, None, Clock())
        assert sets.is_lost(left, Clock()) is lists.is_lost(left, Clock()) is (found.grundy == 0)
        assert sets.nim_value(left, Clock()) == found.grundy
        if left.bit_count() <= MOST_SOLVED:
            assert sets.verdict(left, None, Clock()) == found
    assert sets.bytes_held > 0
    assert lists.bytes_held > 0


def test_nothing_is_said_without_time() -> None:
    """Without a step neither solver names a loser or a nim-value, and a known win stays known."""
    sets = SetSolver(run_to_end(NumberSet.build_in_steps(tuple(range(2, 41)))))
    for solver in (ListSolver(2, 40, StepClock(0)), sets):
        assert solver.is_lost(span(2, 40), StepClock(0)) is None
        assert solver.nim_value(span(2, 40), StepClock(0)) is None
        assert solver.verdict(span(2, 40), True, StepClock(0)) == (True, None, None)


def test_a_one_on_the_list_adds_one() -> None:
    """Taking 1 takes everything: such a list is won in one ply, and its nim-value is one more."""
    solver = ListSolver(1, 12, Clock(0))
    without = solver.nim_value(span(2, 12), Clock())
    assert without is not None
    assert solver.verdict(span(1, 12), None, Clock()) == (True, 1, without + 1)


def test_openings_come_with_a_solver_if_asked_for() -> None:
    """With the shipped openings the start of 2..60 is known without a step."""
    start = span(2, 60)
    assert ListSolver(2, 60, StepClock(0)).nim_value(start, StepClock(0)) is None
    solver = ListSolver(2, 60, StepClock(0), with_openings=True)
    assert solver.nim_value(start, StepClock(0)) == 8
    assert solver.is_lost(start, StepClock(0)) is False


def test_a_solver_covers_what_play_can_leave() -> None:
    """A solver for some numbers solves these and fewer, with or without 1."""
    left = span(2, 30) & ~(1 << 29)
    solver = ListSolver(2, 30, Clock(0), left=left)
    assert solver.left == left
    assert solver.covers(left | 2)
    assert solver.covers(1 << 7)
    assert not solver.covers(1 << 29)
