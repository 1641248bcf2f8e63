"""Maximum matchings on boards of two words: the decomposition that `matching` finds."""

from __future__ import annotations

from random import Random

import numpy as np

from divisor_duel.engine.clock import run_to_end
from divisor_duel.games.chain.solving.compiled_boards import MAX_NUMBERS
from divisor_duel.games.chain.solving.compiled_matching import decompose, work_arrays
from divisor_duel.games.chain.solving.graph import Graph, graph_of
from divisor_duel.games.chain.solving.matching import matching_in_steps
from divisor_duel.numbers import members, span
from tests.games.chain.solving.graphs import random_graph
from tests.games.chain.solving.test_compiled_boards import mask, near, words


def check(graph: Graph, pool: int, known: list[int]) -> list[int]:
    """Compare the decomposition of a pool with the plain one; return the matching."""
    start, mate = np.full(MAX_NUMBERS, -1, np.int64), np.full(MAX_NUMBERS, -1, np.int64)
    start[: len(known)] = known
    found = decompose(*words(pool), near(graph), start, mate, work_arrays())
    plain = run_to_end(matching_in_steps(graph.neighbours, members(pool)))
    assert set(members(mask(found))) == plain.outer()
    paired = [number for number in members(pool) if mate[number] >= 0]
    assert len(paired) == pool.bit_count() - len(plain.exposed)
    for number in paired:
        assert mate[mate[number]] == number
        assert mate[number] in graph.neighbours[number]
    pairs: list[int] = mate.tolist()
    return pairs


def test_decompositions_agree_on_any_graph() -> None:
    """On random graphs in both words, odd cycles included, D and the matching's size are right."""
    rng = Random(3)
    for number in range(120):
        first = rng.choice([1, 40, 58, 100])
        graph = random_graph(rng, 4 + number % 16, first)
        check(graph, sum(1 << v for v in range(first, len(graph.neighbours))), [])


def test_a_known_matching_is_repaired() -> None:
    """Starting from the pairs before some numbers of 2..100 were taken gives the same D."""
    rng, graph, pool, known = Random(4), graph_of(2, 100), span(2, 100), list[int]()
    while pool:
        known = check(graph, pool, known)
        for number in rng.sample(members(pool), min(9, pool.bit_count())):
            pool ^= 1 << number
