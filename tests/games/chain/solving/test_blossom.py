"""Alternating trees: they augment along a path, contract odd cycles, or stay frozen."""

from __future__ import annotations

from divisor_duel.engine.clock import run_to_end
from divisor_duel.games.chain.solving.blossom import (
    INNER,
    OUTER,
    PLAIN,
    UNMATCHED,
    AlternatingTree,
)

PATH = [[], [2], [1, 3], [2, 4], [3]]
"""1 - 2 - 3 - 4."""

TRIANGLE = [[], [2, 3], [1, 3], [1, 2]]


def tree(graph: list[list[int]], pairs: dict[int, int], root: int) -> AlternatingTree:
    """A tree that has not grown yet, on the whole graph with a matching of `pairs`."""
    partner = [UNMATCHED] * len(graph)
    for one, other in pairs.items():
        partner[one], partner[other] = other, one
    return AlternatingTree(graph, bytearray([0] + [PLAIN] * (len(graph) - 1)), partner, root)


def test_an_augmenting_path_is_swapped() -> None:
    """From 1 to 4 around the pair 2-3 there is one more pair, and the labels are plain again."""
    grown = tree(PATH, {2: 3}, 1)
    assert run_to_end(grown.grow())
    assert grown.partner == [UNMATCHED, 2, 1, 4, 3]
    assert set(grown.label[1:]) == {PLAIN}


def test_a_tree_without_a_path_is_frozen_with_its_labels() -> None:
    """On 1 - 2 - 3 with the pair 2-3 the root and 3 can be left out, and 2 cannot."""
    grown = tree([[], [2], [1, 3], [2]], {2: 3}, 1)
    assert not run_to_end(grown.grow())
    assert list(grown.label[1:]) == [OUTER, INNER, OUTER]
    assert grown.partner == [UNMATCHED, UNMATCHED, 3, 2]


def test_every_vertex_of_an_odd_cycle_can_be_left_out() -> None:
    """A triangle is a blossom: all three are outer, and nothing is gained."""
    grown = tree(TRIANGLE, {2: 3}, 1)
    assert not run_to_end(grown.grow())
    assert list(grown.label[1:]) == [OUTER, OUTER, OUTER]


def test_a_path_through_a_blossom_is_found() -> None:
    """A pentagon 3-4-5-6-8 with the stem 1-2 lets the root reach 7 beyond 5, the long way."""
    graph = [[], [2], [1, 3], [2, 4, 8], [3, 5], [4, 6, 7], [5, 8], [5], [3, 6]]
    grown = tree(graph, {2: 3, 4: 5, 6: 8}, 1)
    assert run_to_end(grown.grow())
    assert UNMATCHED not in grown.partner[1:]
    for vertex, partner in enumerate(grown.partner[1:], 1):
        assert grown.partner[partner] == vertex
        assert partner in graph[vertex]
