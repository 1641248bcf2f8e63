"""Maximum matchings: against brute force on any graph, and with pauses."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from divisor_duel.engine.clock import run_to_end
from divisor_duel.games.chain.solving.blossom import INNER, PAUSE_MASK
from divisor_duel.games.chain.solving.matching import MaximumMatching, matching_in_steps

Neighbours = list[list[int]]


def test_a_matching_pauses_after_so_many_vertices_of_any_kind() -> None:
    """Odd vertices, as most primes are, are gone through with as many pauses as any others."""
    odd = range(1, 4001, 2)
    neighbours = {v: [v + 2 if v % 4 == 1 else v - 2] for v in odd}
    pauses = sum(1 for _ in matching_in_steps(neighbours, odd))
    assert pauses >= 2 * (len(odd) // (PAUSE_MASK + 1))


def brute_force(graph: Neighbours, vertices: set[int]) -> tuple[int, set[int]]:
    """The size of a maximum matching and the vertices one can miss, by trying everything."""

    @cache
    def size(rest: frozenset[int]) -> int:
        if not rest:
            return 0
        first = min(rest)
        others = rest - {first}
        return max(
            [size(others), *(1 + size(others - {near}) for near in graph[first] if near in others)]
        )

    everything = frozenset(vertices)
    best = size(everything)
    return best, {vertex for vertex in everything if size(everything - {vertex}) == best}


def assert_maximum(matching: MaximumMatching, graph: Neighbours) -> None:
    """The matching is one, is maximum, and its labels are the Gallai-Edmonds sets."""
    vertices = set(matching.vertices())
    size, avoidable = brute_force(graph, vertices)
    for vertex in vertices:
        partner = matching.partner[vertex]
        assert not partner or (matching.partner[partner] == vertex and partner in graph[vertex])
    assert sum(1 for vertex in vertices if matching.partner[vertex]) == 2 * size
    assert matching.outer() == avoidable
    touched = {near for vertex in avoidable for near in graph[vertex]} & vertices - avoidable
    assert {vertex for vertex in vertices if matching.label[vertex] == INNER} == touched


@settings(max_examples=150)
@given(st.integers(1, 11), st.data())
def test_matchings_of_any_graph_are_maximum_and_stay_so(size: int, data: st.DataObject) -> None:
    """On any graph, and after each of its vertices is removed in any order, the repaired
    matching is maximum and the missable vertices are exactly those found by trying everything.
    """
    graph: Neighbours = [[] for _ in range(size + 1)]
    pairs = [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]
    for one, other in data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []:
        graph[one].append(other)
        graph[other].append(one)
    matching = run_to_end(matching_in_steps(graph, range(1, size + 1)))
    assert_maximum(matching, graph)
    for vertex in data.draw(st.permutations(range(1, size + 1))):
        matching = matching.without(vertex)
        assert_maximum(matching, graph)
