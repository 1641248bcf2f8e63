"""Sums of two games, against brute force and by their own reasons."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel.engine import Engine
from divisor_duel.errors import CertificateError
from divisor_duel.game import Value
from divisor_duel.games.registry import find_game, read_set_up
from divisor_duel.games.sum.proofs import Equal
from divisor_duel.proofs.checker import check_proof
from tests.reference.brute import Solved, Twin, solve
from tests.reference.misere import Misere
from tests.reference.sum import Sum
from tests.setups import Setup

PAIRS = [
    ("divider:high=6", "countdown:start=12"),
    ("chain:high=6", "divider:high=5"),
    ("countdown:start=9", "countdown:start=9"),
    ("chain:high=6", "countdown:start=3"),
]


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_every_position_is_valued_as_by_brute_force(one: str, two: str) -> None:
    """Wins, losses and nim-values of all positions and moves are those of trying everything, and
    every reason holds by the rules alone.
    """
    game, engine, memo = find_game("sum")(one=one, two=two), Engine(), dict[Any, Solved]()
    parts = [read_set_up(text) for text in (one, two)]
    twins = [Setup(part.id, dict(part.options)).twin() for part in parts]
    waiting: list[tuple[Any, Twin]] = [(game.start(), Sum(twins[0], twins[1]))]
    seen = set[Any]()
    while waiting:
        position, twin = waiting.pop()
        truth = solve(twin, memo)
        assert list(game.legal_moves(position)) == twin.legal()
        outcome = game.outcome(position)
        assert (outcome and int(outcome.winner)) == twin.winner()
        if outcome:
            continue
        analysis = engine.analyze(game, position)
        assert (analysis.value, analysis.grundy) == (Value.of(truth.value), truth.grundy)
        assert analysis.proof is not None
        check_proof(
            game,
            position,
            position.to_move if truth.value else position.to_move.other,
            analysis.proof,
        )
        for move in analysis.moves:
            after = solve(twin.play(move.move), memo)
            assert (move.value, move.grundy) == (Value.of(not after.value), after.grundy)
            reached = game.play(position, move.move)
            if reached not in seen:
                seen.add(reached)
                waiting.append((reached, twin.play(move.move)))


def test_reasons_name_what_is_equal() -> None:
    """A reason says to make the nim-values equal, or to answer where it was played; a wrong claim
    fails.
    """
    game = find_game("sum")(one="divider:high=9", two="countdown:start=60")
    start, engine = game.start(), Engine()
    analysis = engine.analyze(game, start)
    assert analysis.reason.startswith("Play 1:2. Both games are worth the same as a heap of 2.")
    lost = find_game("sum")(one="countdown:start=45", two="countdown:start=9")
    assert engine.analyze(lost, lost.start()).reason.startswith("In each game alone, the player")
    wrong = Equal(game.parse_move("1:3"), 2)
    with pytest.raises(CertificateError, match=r"the nim-value of .* is 3, not 2"):
        check_proof(game, start, start.to_move, wrong)


def test_misere_sums_are_searched() -> None:
    """Nim-values say nothing about misere: a search plays it, and agrees with brute force."""
    game = find_game("sum")(one="divider:high=4", two="countdown:start=8", ending="misere")
    normal = Sum(Setup("divider", {"high": 4}).twin(), Setup("countdown", {"start": 8}).twin())
    truth, analysis = solve(Misere(normal), {}), Engine().analyze(game, game.start())
    assert (analysis.value, analysis.remoteness) == (Value.of(truth.value), truth.remoteness)
    assert analysis.grundy is None
