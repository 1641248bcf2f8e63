"""Chain's theory: known openings, large pools, and matchings that are repaired."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel import analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import Budget, Clock
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.chain.solving.graph import START, Graph, Solution, solve_in_steps
from divisor_duel.games.chain.solving.theory import ChainTheory
from divisor_duel.proof import End
from tests.games.chain.solving.positions import random_position


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


@pytest.mark.parametrize("high", [400, 1500])
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
    assert analysis.proof == End(analysis.line[0])


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
