"""Both solvers: who loses, nim-values and remoteness."""

from __future__ import annotations

import pytest

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.compiled_search import CompiledSearch
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import span, without_multiples
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


@pytest.mark.parametrize(("low", "high"), [(2, 17), (1, 16), (3, 18), (5, 20)])
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
