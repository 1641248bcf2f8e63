"""The compiled search of Divider Duel gives the answers of the plain one."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.games.divider.solving import compiled_search
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.compiled_search import CompiledSearch, warm
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import members, span, without_multiples
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


def test_a_table_that_is_full_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table doubles as it fills; at its limit the search gives up as if time were up."""
    enc = encoding(2, 40)
    search = CompiledSearch(enc)
    smallest = search.bytes_held
    state = enc.encode(span(2, 40))
    assert search.grundy(state, Clock()) > 0
    assert search.bytes_held > smallest
    assert 0 < len(search) <= search.bytes_held // 16
    monkeypatch.setattr(compiled_search, "MOST_ROWS", smallest // 16)
    with pytest.raises(OutOfTimeError):
        CompiledSearch(enc).grundy(state, Clock())


def test_no_value_is_63_or_more() -> None:
    """A set of nim-values has 63 bits, so larger values are never found."""
    enc = encoding(2, 20)
    search = CompiledSearch(enc)
    state = enc.encode(span(2, 20))
    assert [h for h in range(70) if search.is_value(state, h, Clock())] == [6]
    assert not search.is_zero(state, Clock())


def test_a_loaded_search_is_in_the_cache() -> None:
    """Once it has answered, the search is loaded, and another process need not compile it."""
    enc = encoding(2, 10)
    assert CompiledSearch(enc).grundy(enc.encode(span(2, 10)), Clock()) == 1
    warm()
