"""Chain: matchings against brute force, pairings against a checker and every opponent."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from divisor_duel import analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import Budget, Clock, run_to_end
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.chain.solving.blossom import INNER
from divisor_duel.games.chain.solving.graph import START, Graph, Solution, solve_in_steps
from divisor_duel.games.chain.solving.matching import MaximumMatching, matching_in_steps
from divisor_duel.games.chain.solving.pairing import Pairing, winning_pairing
from divisor_duel.games.chain.solving.theory import ChainTheory
from divisor_duel.numbers import members
from tests.games.chain.pairing_check import flaw, related

Neighbours = list[list[int]]


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


def random_position(game: Any, rng: Random, plies: int) -> Any:
    """A position some random moves into a game."""
    position = game.start()
    for _ in range(plies):
        moves = game.legal_moves(position)
        if not moves:
            break
        position = game.play(position, rng.choice(moves))
    return position


@pytest.mark.parametrize(
    "options",
    [{"high": 50}, {"high": 50, "opening": "even"}, {"low": 1, "high": 60}, {"high": 400}],
    ids=str,
)
def test_every_pairing_passes_the_checker(options: dict[str, Any]) -> None:
    """On random positions the winner's pairing is a proof by the five rules, and one with a
    pair left out is not taken for a proof unless it still is one.
    """
    game, rng = Chain(**options), Random(str(options))
    theory = ChainTheory(game)
    for number in range(60):
        position = random_position(game, rng, number % 12)
        legal, left = set(game.legal_moves(position)), set(members(position.pool))
        solution = theory.solution(position, Clock())
        plan = winning_pairing(solution, Clock())
        assert flaw(left, position.last, legal, plan) == ""
        assert bool(plan.move) == bool(solution.winning_moves())


def test_the_checker_can_say_no() -> None:
    """A pairing without one of its needed pairs is refused."""
    game = Chain(opening="even")
    position = game.start()
    theory = ChainTheory(game)
    plan = winning_pairing(theory.solution(position, Clock()), Clock())
    refused = 0
    for one, other in plan.pairs():
        rest = {n: m for n, m in plan.partners.items() if n not in (one, other)}
        broken = Pairing(plan.move, rest, plan.barrier - {one, other})
        refused += bool(flaw(set(range(2, 51)), 0, set(range(2, 51, 2)), broken))
    assert refused > 0


@pytest.mark.parametrize("high", [10, 14, 16])
def test_answering_with_the_partner_beats_every_opponent(high: int) -> None:
    """Whatever the loser tries, the partner is free and the winner never runs out."""
    game, rng = Chain(high=high), Random(high)
    for _ in range(30):
        position = random_position(game, rng, rng.randrange(5))
        if not game.legal_moves(position):
            continue
        partners = ChainTheory(game).partners(position)
        analysis = analyze(game, position)
        if analysis.value == "win":
            solution = ChainTheory(game).solution(position, Clock())
            first = winning_pairing(solution, Clock()).move
            position = game.play(position, first)
        play_out(game, position, partners)


def play_out(game: Any, position: Any, partners: dict[int, int]) -> None:
    """Let the loser try everything against the winner's partners."""
    for move in game.legal_moves(position):
        after = game.play(position, move)
        assert partners[move] in game.legal_moves(after)
        assert related(move, partners[move])
        play_out(game, game.play(after, partners[move]), partners)


def test_the_openings_of_2_to_50() -> None:
    """43 of the 49 openings win; the losers are 5, 7, 34, 38, 46 and 50."""
    game = Chain()
    analysis = analyze(game, game.start())
    assert sorted(set(range(2, 51)) - set(analysis.winning)) == [5, 7, 34, 38, 46, 50]
    assert analysis.remoteness == 1


def test_a_matching_is_derived_and_not_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a move the next answer comes from the one before."""
    from divisor_duel.games.chain.solving import theory as chain

    game = Chain(high=777)
    theory = ChainTheory(game)
    position = game.start()
    theory.solution(position, Clock())

    def never(*arguments: object) -> None:
        raise AssertionError("solved from scratch")

    monkeypatch.setattr(chain, "solve_in_steps", never)
    rng = Random(1)
    while moves := game.legal_moves(position):
        position = game.play(position, rng.choice(moves))
        theory.solution(position, Clock())


@pytest.mark.parametrize("high", [400, 3000])
def test_large_pools_obey_the_law_of_wins(high: int) -> None:
    """On large pools a position is won exactly if some move leads to a lost one."""
    game, rng = Chain(high=high), Random(high)
    for number in range(0, 12, 2):
        position = random_position(game, rng, number)
        if not game.legal_moves(position):
            continue
        verdicts = ChainTheory(game).judge(position, Budget(60, 0.01))
        for move in rng.sample(sorted(verdicts), min(8, len(verdicts))):
            child = game.play(position, move)
            answers = ChainTheory(game).judge(child, Budget(60, 0.01))
            assert verdicts[move].win == any(answer.win is False for answer in answers.values())


@pytest.mark.parametrize("high", [402, 500, 1000])
def test_a_win_in_one_is_known_in_pools_too_large_to_be_searched(high: int) -> None:
    """A prime above half of the pool ends the game, and the analysis says so first."""
    game = Chain(high=high)
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 30)
    primes = [n for n in range(high // 2 + 1, high + 1) if all(n % d for d in range(2, n))]
    ends = [move.move for move in analysis.moves if move.remoteness == 0]
    assert ends == primes
    assert (analysis.remoteness, analysis.winning[: len(ends)]) == (1, tuple(ends))
    assert analysis.proof == {"kind": "end", "move": analysis.line[0]}


def test_games_asked_about_in_turn_are_matched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred games played side by side only the start is matched from scratch."""
    game, rng = Chain(), Random(1)
    theory, begun = ChainTheory(game), list[int]()

    def counted(graph: Graph, pool: int, last: int, legal: tuple[int, ...]) -> Any:
        begun.append(last)
        return solve_in_steps(graph, pool, last, legal)

    monkeypatch.setattr("divisor_duel.games.chain.solving.theory.solve_in_steps", counted)
    positions = [game.start()] * 100
    while positions:
        for position in positions:
            found = theory.solution(position, Clock())
            assert found.legal == game.legal_moves(position)
        played = (game.play(one, rng.choice(game.legal_moves(one))) for one in positions)
        positions = [position for position in played if game.legal_moves(position)]
    assert begun == [START]


def test_no_further_move_is_looked_at_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What many openings have to be prepared for ends with the time, not with the openings."""
    time, after = [0.0], Solution.after

    def slow(self: Solution, number: int) -> Solution:
        time[0] += 1.0
        return after(self, number)

    monkeypatch.setattr(Solution, "after", slow)
    game = Chain(high=200)
    budget = Budget(None, 8.0, lambda seconds: Clock(seconds, lambda: time[0]))
    verdicts = ChainTheory(game).judge(game.start(), budget)
    assert time[0] < 20
    assert all(verdict.win is not None for verdict in verdicts.values())
