"""The compiled search of Divider Duel gives the answers of the plain one."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.compiled_search import CompiledSearch
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import members, without_multiples
from tests.games.divider.solving.left import random_left


@pytest.mark.parametrize(("low", "high"), [(2, 40), (2, 46), (3, 45), (7, 60)])
def test_nim_values_of_long_lists_obey_the_law(low: int, high: int) -> None:
    """On long lists a position's nim-value is the least that none of its moves has, and both
    searches agree on it.
    """
    rng, solver = Random(f"{low}-{high}"), ListSolver(low, high, Clock(0))
    enc = encoding(low, high)
    compiled = CompiledSearch(enc)
    for number in range(8):
        left = random_left(low, high, rng, 8 + number % 6)
        reached = {
            solver.nim_value(without_multiples(left, move), Clock(60)) for move in members(left)
        }
        nim = solver.nim_value(left, Clock(60))
        assert nim == next(value for value in range(70) if value not in reached)
        assert compiled.grundy(enc.encode(left), Clock()) == nim
