"""Reasons as data: ten thousand are checked by the rules, and against brute force."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Player, Value
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.strategies import explanation
from divisor_duel.errors import CertificateError
from divisor_duel.game import AnyGame
from divisor_duel.proof import Proof
from divisor_duel.proofs.checker import check_proof
from tests.reference.brute import Solved, Twin, solve
from tests.setups import Setup

SECONDS = 20.0
"""Of counted steps: what the engine may take for one proof, on any machine the same."""

Found = tuple[Any, Player, Proof]
"""A position, who wins it, and why."""

SMALL = [
    *(Setup("countdown", {"start": start}) for start in (24, 36, 48, 60, 96, 128)),
    *(Setup("ladder", {"high": high}) for high in (9, 14)),
    *(Setup("chain", {"high": high}) for high in (10, 13)),
    Setup("chain", {"high": 12, "opening": "even"}),
    *(Setup("digits", {"base": 6, "target": target}) for target in (4, 7, 9, 15, 40)),
    *(Setup("digits", {"base": 7, "target": target}) for target in (6, 10, 12)),
    *(Setup("divider", {"high": high}) for high in (9, 12, 14)),
    *(Setup("countdown", {"start": start, "ending": "misere"}) for start in (36, 60, 128)),
    Setup("ladder", {"high": 14, "ending": "misere"}),
    Setup("chain", {"high": 13, "ending": "misere"}),
    *(Setup("digits", {"base": 6, "target": t, "ending": "misere"}) for t in (4, 7, 200)),
    Setup("divider", {"high": 12, "ending": "misere"}),
]
"""All their positions can be worked out by the slow twins."""

LARGER = [
    *(Setup("countdown", {"start": start}) for start in (720, 1024, 5040, 30030, 10**12)),
    *(Setup("ladder", {"high": high}) for high in (23, 50, 100, 191, 400)),
    *(Setup("chain", {"high": high, "opening": "even"}) for high in (30, 50, 100)),
    *(Setup("digits", {"target": target}) for target in (7, 12, 18, 27, 36, 97)),
    *(Setup("divider", {"high": high}) for high in (16, 18, 20)),
    *(Setup("countdown", {"start": s, "ending": "misere"}) for s in (5040, 24579, 3 << 31)),
    Setup("ladder", {"high": 200, "ending": "misere"}),
    Setup("chain", {"high": 16, "ending": "misere"}),
    *(Setup("digits", {"target": target, "ending": "misere"}) for target in (7, 97, 997)),
    Setup("divider", {"high": 15, "ending": "misere"}),
]

COUNTS = {"countdown": 3000, "ladder": 2500, "chain": 2000, "digits": 2000, "divider": 500}
"""How many proofs are checked of each game: ten thousand."""


def walks(game: AnyGame, rng: Random) -> Iterator[tuple[int, ...]]:
    """The first moves of random games, as long as these are not over."""
    while True:
        position, moves = game.start(), list[int]()
        while legal := game.legal_moves(position):
            yield tuple(moves)
            moves.append(rng.choice(legal))
            position = game.play(position, moves[-1])


def proofs(setup: Setup, count: int) -> Iterator[tuple[tuple[int, ...], Found]]:
    """Proofs of positions of random games, by the moves that lead there."""
    engine, game, made = Engine(clock=StepClock), setup.game, dict[Any, Found]()
    for moves, _ in zip(walks(game, Random(str(setup))), range(count), strict=False):
        *_, position = game.positions(moves)
        if position not in made:
            winner, proof = engine.prove(game, position, SECONDS)
            assert winner is not None
            assert proof is not None, f"only a search says who wins {game.describe(position)}"
            made[position] = position, winner, proof
        yield moves, made[position]


@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_reasons_hold(name: str) -> None:
    """What the engine proves in random games is accepted by rules alone, and has its words."""
    setups = [setup for setup in [*SMALL, *LARGER] if setup.id == name]
    each, checked, kinds = -(-COUNTS[name] // len(setups)), 0, set[type[Proof]]()
    for setup in setups:
        game, seen = setup.game, set[Any]()
        for _, (position, winner, proof) in proofs(setup, each):
            checked += 1
            if position not in seen:
                seen.add(position)
                kinds.add(type(proof))
                assert check_proof(game, position, winner, proof)
                assert explanation(game, position, proof).endswith(".")
    assert checked >= COUNTS[name]
    assert len(kinds) > 1


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_what_is_proved_is_true(setup: Setup) -> None:
    """Brute force from the rule book alone finds the same winner, and the same move wins."""
    memo: dict[Hashable, Solved] = {}
    for moves, (_, winner, proof) in proofs(setup, 60):
        twin: Twin = setup.twin()
        for move in moves:
            twin = twin.play(move)
        wins = solve(twin, memo).value
        assert (twin.turn == winner) == wins
        if wins:
            assert not solve(twin.play(proof.move), memo).value


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_no_proof_is_accepted_for_the_loser(setup: Setup) -> None:
    """Proofs of other positions, with any move, never show that a lost player wins."""
    game, rng = setup.game, Random(str(setup))
    found = [one for _, one in proofs(setup, 60)]
    for position, winner, _ in found:
        for _, _, proof in rng.sample(found, 12):
            moves = game.legal_moves(position) if position.to_move != winner else (0,)
            claim = proof.with_move(rng.choice(moves))
            with suppress(CertificateError):
                told = check_proof(game, position, winner.other, claim)
                pytest.fail(f"{claim} was accepted for the loser of {position}: {told}")


@pytest.mark.parametrize("setup", [setup for setup in SMALL if setup.game.misere], ids=str)
def test_what_an_analysis_tells_is_the_proof_of_its_value(setup: Setup) -> None:
    """Where a line is known too, the proof is about the winner that the value names."""
    engine, game = Engine(clock=StepClock), setup.game
    for moves, _ in zip(walks(game, Random(str(setup))), range(30), strict=False):
        *_, position = game.positions(moves)
        analysis = engine.analyze(game, position, SECONDS)
        assert analysis.proof
        won = analysis.value is Value.WIN
        winner = position.to_move if won else position.to_move.other
        assert (analysis.proof.move > 0) == won
        assert check_proof(game, position, winner, analysis.proof)
