"""Boards of two words: they do what masks of any length do."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from divisor_duel.games.chain.solving.compiled_boards import (
    FOREVER,
    MAX_NUMBERS,
    U,
    count,
    has,
    lowest,
    neighbours,
    order_moves,
    reachable,
    remove_traps,
    shortest_win,
    with_number,
    without,
)
from divisor_duel.games.chain.solving.graph import Graph, graph_of
from divisor_duel.games.chain.solving.remoteness import RemotenessSearch
from divisor_duel.numbers import members, span


def words(mask: int) -> tuple[Any, Any]:
    """A mask as a board."""
    return U(mask & (1 << 64) - 1), U(mask >> 64)


def mask(board: Any) -> int:
    """A board as a mask."""
    return int(board[0]) | int(board[1]) << 64


def near(graph: Graph) -> Any:
    """The neighbours of each number, as boards."""
    return np.array([words(each) for each in graph.masks], U)


@pytest.mark.parametrize("number", [0, 1, 63, 64, 65, MAX_NUMBERS - 1])
def test_single_numbers_in_both_words(number: int) -> None:
    """A number is put in, found, and taken out again, whichever word it is in."""
    other = 5 if number != 5 else 6
    low, high = words(mask(with_number(*words(1 << other), number)))
    assert mask((low, high)) == 1 << other | 1 << number
    assert has(low, high, number)
    assert not has(low, high, 100)
    assert mask(without(low, high, number)) == 1 << other
    assert lowest(*words(1 << number)) == number
    assert lowest(low, high) == min(number, other)
    assert count(low) + count(high) == 2


def test_traps_are_removed_as_in_the_plain_search() -> None:
    """On random boards to 2..90 both searches leave the same live numbers and exits."""
    graph, rng = graph_of(2, 90), Random(1)
    plain, table = RemotenessSearch(graph, fast=False), near(graph)
    removed = 0
    for _ in range(200):
        live = span(2, 90) & rng.getrandbits(91)
        exits, suspects = live & rng.getrandbits(91) & rng.getrandbits(91), live
        found = remove_traps(words(live), words(exits), words(suspects), table)
        expected = plain._remove_traps(live, exits, suspects)
        assert (mask(found[0]), mask(found[1])) == expected
        removed += expected[0] != live
    assert removed > 100


def test_the_shortest_win_is_an_answer_without_answers() -> None:
    """1 ply if some answer has none, 3 if the loser still has an exit there, else no such win."""
    table, live = near(graph_of(2, 100)), words(1 << 71 | 1 << 2 | 1 << 4)
    assert shortest_win(words(1 << 94), words(0), 47, table) == 1
    assert shortest_win(words(1 << 94), words(1 << 94), 47, table) == 3
    assert shortest_win(live, words(0), 8, table) == FOREVER
    assert shortest_win(live, words(0), 71, table) == FOREVER


def test_reachable_steps_alternate() -> None:
    """From the outer set play leads to both sets, from the other numbers only to the outer set."""
    graph, rng = graph_of(2, 90), Random(2)
    for _ in range(50):
        both = span(2, 90) & rng.getrandbits(91)
        outer, last = both & rng.getrandbits(91), rng.randrange(2, 91)
        seen, waiting = set[int](), list(members(graph.masks[last] & outer))
        while waiting:
            number = waiting.pop()
            if number not in seen:
                seen.add(number)
                allowed = both if outer >> number & 1 else outer
                waiting += members(graph.masks[number] & allowed)
        found = reachable(words(outer), words(both), last, near(graph))
        assert set(members(mask(found))) == seen


def test_neighbours_of_a_board_are_those_of_its_numbers() -> None:
    """All neighbours of 30 and 77 in 2..100."""
    graph = graph_of(2, 100)
    found = mask(neighbours(words(1 << 30 | 1 << 77), near(graph)))
    assert members(found) == (2, 3, 5, 6, 7, 10, 11, 15, 60, 90)


def test_moves_are_ordered_by_the_answers_they_leave() -> None:
    """The best known move comes first, then those with the fewest live neighbours."""
    graph, live = graph_of(2, 100), span(2, 100)
    moves, keys = np.zeros(MAX_NUMBERS, np.int64), np.zeros(MAX_NUMBERS, np.int64)
    choice = words(graph.masks[48])
    total = order_moves(words(live), choice, 16, near(graph), moves, keys)
    found = moves[:total].tolist()
    assert sorted(found) == graph.neighbours[48]
    assert found[0] == 16
    answers = [graph.masks[move].bit_count() for move in found[1:]]
    assert answers == sorted(answers)
