"""How long Chain lasts: the plain and the compiled search against brute force, on any graph."""

from __future__ import annotations

from random import Random

from divisor_duel.engine.clock import Clock
from divisor_duel.games.chain.solving.compiled_remoteness import CompiledRemoteness
from divisor_duel.games.chain.solving.graph import START, Solution, graph_of, solve
from divisor_duel.games.chain.solving.remoteness import PYTHON_UP_TO, RemotenessSearch
from divisor_duel.numbers import members, span
from tests.games.chain.solving.graphs import random_graph


def brute_force(masks: tuple[int, ...], pool: int, last: int, memo: dict[object, int]) -> int:
    """Plies to the end: negative if the player to move loses, minus one more than the plies."""
    key = (pool, last)
    if key not in memo:
        after = [brute_force(masks, pool & ~(1 << v), v, memo) for v in members(masks[last] & pool)]
        lost = [~plies for plies in after if plies < 0]
        memo[key] = 1 + min(lost) if lost else ~max((1 + plies for plies in after), default=0)
    return memo[key]


def compiled_plies(search: CompiledRemoteness, pool: int, solution: Solution) -> int:
    """The remoteness by the compiled search alone."""
    plies = 1 if solution.winning_moves() else 0
    while not search.ends(pool, solution, plies, Clock()):
        plies += 2
    return plies


def test_both_searches_agree_with_brute_force_on_any_graph() -> None:
    """On random graphs, blossoms and both words of a board included, every opening lasts as
    long as trying everything says.
    """
    rng = Random(14)
    for number in range(60):
        first = rng.choice([1, 40, 58, 70])
        graph = random_graph(rng, 4 + number % 9, first)
        whole, memo = sum(1 << v for v in range(first, len(graph.neighbours))), dict[object, int]()
        plain, compiled = RemotenessSearch(graph, fast=False), CompiledRemoteness(graph)
        start = solve(graph, whole, START, members(whole))
        for opening in members(whole):
            after, pool = start.after(opening), whole & ~(1 << opening)
            truth = brute_force(graph.masks, pool, opening, memo)
            assert bool(after.winning_moves()) == (truth > 0)
            plies = truth if truth > 0 else ~truth
            assert plain.remoteness(whole, after, Clock()) == plies
            assert compiled_plies(compiled, whole, after) == plies


def test_both_searches_agree_in_the_middle_of_games() -> None:
    """After some random moves on 2..44 both searches find the same length."""
    rng, graph, whole = Random(15), graph_of(2, 44), span(2, 44)
    plain, compiled = RemotenessSearch(graph, fast=False), CompiledRemoteness(graph)
    start = solve(graph, whole, START, members(whole))
    for _ in range(12):
        solution, pool = start, whole
        for _ in range(rng.randrange(4, 10)):
            if solution.legal:
                solution = solution.after(rng.choice(solution.legal))
                pool &= ~(1 << solution.last)
        found = plain.remoteness(pool, solution, Clock())
        assert compiled_plies(compiled, pool, solution) == found


def test_deep_questions_go_to_the_compiled_search() -> None:
    """A long game is asked of the compiled search from the first question on, when it knows
    nothing yet.
    """
    graph, pool = graph_of(2, 40), span(2, 40)
    search = RemotenessSearch(graph)
    lengths = [
        search.remoteness(pool, solve(graph, pool, START, members(pool)).after(number), Clock())
        for number in (24, 36)
    ]
    assert max(filter(None, lengths)) > PYTHON_UP_TO
    assert search._compiled is not None
    assert len(search._compiled) > 0
