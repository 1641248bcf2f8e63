"""Maximum matchings: they pause often, whatever the vertices are called."""

from __future__ import annotations

from divisor_duel.engine.clock import run_to_end
from divisor_duel.games.chain.solving.blossom import PAUSE_MASK
from divisor_duel.games.chain.solving.graph import Graph
from divisor_duel.games.chain.solving.matching import matching_in_steps


def test_a_matching_pauses_after_so_many_vertices_of_any_kind() -> None:
    """Odd vertices, as most primes are, are gone through with as many pauses as any others."""
    odd = range(1, 4001, 2)
    neighbours = {v: [v + 2 if v % 4 == 1 else v - 2] for v in odd}
    pauses = sum(1 for _ in matching_in_steps(neighbours, odd))
    assert pauses >= 2 * (len(odd) // (PAUSE_MASK + 1))


def test_what_is_connected_is_found_with_pauses() -> None:
    """From 1 all of a pool is reached, and the way there is interrupted again and again."""
    graph = run_to_end(Graph.build_in_steps(1, 1000))
    everything = frozenset(range(1, 1001))
    assert graph.connected_to([1], everything) == everything
    assert sum(1 for _ in graph.connected_to_in_steps([1], everything)) == 1000 // (PAUSE_MASK + 1)
