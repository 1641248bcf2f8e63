"""Nim-values of Chain against brute force."""

from __future__ import annotations

from functools import cache

import pytest

from divisor_duel.engine import StepClock
from divisor_duel.engine.clock import Clock
from divisor_duel.games.chain.solving.graph import START, Solution, graph_of, solve
from divisor_duel.games.chain.solving.nim_values import NimSearch
from divisor_duel.numbers import members, relatives, span


def start_of(high: int) -> Solution:
    """The start of Chain on 2..high, solved."""
    return solve(graph_of(2, high), span(2, high), START, tuple(range(2, high + 1)))


@pytest.mark.parametrize("high", [6, 11, 14])
def test_nim_values_agree_with_the_rule(high: int) -> None:
    """The start and each opening have the least value that no move leads to."""

    @cache
    def by_rule(pool: int, last: int) -> int:
        moves = members(relatives(last, high) & pool if last else pool)
        reached = {by_rule(pool ^ 1 << move, move) for move in moves}
        return next(value for value in range(99) if value not in reached)

    start, whole = start_of(high), span(2, high)
    search = NimSearch(start.graph)
    assert search.nim_value(whole, start, Clock()) == by_rule(whole, START)
    for move in start.legal:
        found = search.nim_value(whole, start.after(move), Clock())
        assert found == by_rule(whole ^ 1 << move, move)
    assert search.bytes_held > 0


def test_without_time_only_lost_positions_have_a_value() -> None:
    """0 needs no search, since the matching says who loses; any other value needs steps."""
    start, whole = start_of(30), span(2, 30)
    lost = start.after(start.winning_moves()[0])
    assert NimSearch(start.graph).nim_value(whole, lost, StepClock(0)) == 0
    assert NimSearch(start.graph).nim_value(whole, start, StepClock(0)) is None
