"""The winner's pairs: a proof by five rules, and a strategy that never fails."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel import analyze
from divisor_duel.engine.clock import Clock
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.chain.solving.pairing import Pairing, winning_pairing
from divisor_duel.games.chain.solving.theory import ChainTheory
from divisor_duel.numbers import members
from tests.games.chain.pairing_check import flaw, related
from tests.games.chain.solving.positions import random_position


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
