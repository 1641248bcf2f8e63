"""The divisor graph: neighbours, what can be reached, and solutions on it."""

from __future__ import annotations

import pytest

from divisor_duel.engine.clock import run_to_end
from divisor_duel.games.chain.solving.blossom import PAUSE_MASK
from divisor_duel.games.chain.solving.graph import (
    CACHED_BELOW,
    START,
    Graph,
    graph_in_steps,
    graph_of,
    solve,
)
from divisor_duel.numbers import members, span


def test_what_is_connected_is_found_with_pauses() -> None:
    """From 1 all of a pool is reached, and the way there is interrupted again and again."""
    graph = run_to_end(Graph.build_in_steps(1, 1000))
    everything = frozenset(range(1, 1001))
    assert graph.connected_to([1], everything) == everything
    assert sum(1 for _ in graph.connected_to_in_steps([1], everything)) == 1000 // (PAUSE_MASK + 1)


def test_neighbours_are_factors_and_multiples() -> None:
    """In 2..12 each list is sorted and holds what divides or is divided, also as a mask."""
    graph = graph_of(2, 12)
    assert graph.neighbours[6] == [2, 3, 12]
    assert graph.neighbours[7] == []
    assert graph.neighbours[START] == []
    for number in range(2, 13):
        near = [n for n in range(2, 13) if n != number and (n % number == 0 or number % n == 0)]
        assert graph.neighbours[number] == near
        assert members(graph.masks[number]) == tuple(near)


def test_only_what_is_connected_through_the_pool_is_reachable() -> None:
    """From 8 without 2 and 4 nothing is reached; with 4 its other multiple is, too."""
    graph, pool = graph_of(2, 12), span(2, 12) & ~(1 << 8)
    assert members(graph.reachable(pool & ~(1 << 2 | 1 << 4), 8)) == ()
    assert members(graph.reachable(1 << 4 | 1 << 12 | 1 << 5, 8)) == (4, 12)


@pytest.mark.parametrize("high", [CACHED_BELOW - 1, CACHED_BELOW])
def test_small_graphs_are_cached(high: int) -> None:
    """The same graph is used again below the limit, and an equal one is built from there on."""
    one, two = run_to_end(graph_in_steps(2, high)), run_to_end(graph_in_steps(2, high))
    assert (one is two) == (high < CACHED_BELOW)
    assert one.neighbours == two.neighbours


def test_solutions_name_winning_moves_and_ends() -> None:
    """On 2..6, by hand: 5 ends the game at once, and each solution repaired after a move has the
    winning moves of one found from scratch.
    """
    graph, pool = graph_of(2, 6), span(2, 6)
    start = solve(graph, pool, START, members(pool))
    assert [number for number in start.legal if start.ends(number)] == [5]
    assert start.winning_moves() == [5]
    for number in start.legal:
        after = start.after(number)
        rest = pool & ~(1 << number)
        legal = tuple(n for n in graph.neighbours[number] if rest >> n & 1)
        again = solve(graph, rest, number, legal)
        assert (after.last, after.legal) == (number, legal)
        assert after.winning_moves() == again.winning_moves()
        assert bool(after.winning_moves()) == (number not in start.winning_moves())
