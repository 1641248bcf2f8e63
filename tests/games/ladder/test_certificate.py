"""Ladder: what its kinds of proof must satisfy."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.budget import CheckBudget, Limits
from divisor_duel.check import holds
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.games.ladder.certificate import most_steps, safe_path
from divisor_duel.retrial import Retrial


def positions(high: int, count: int, seed: int) -> list[tuple[Any, Any]]:
    """Positions of random games that are not over."""
    rng, game, found = Random(seed), GAMES["ladder"](high=high), list[tuple[Any, Any]]()
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(6)):
            moves = game.legal_moves(position)
            position = game.play(position, rng.choice(moves)) if moves else position
        if not game.outcome(position):
            found.append((game, position))
    return found


def test_paths_prove_only_what_is_lost() -> None:
    """Random paths, true ones changed in a number, and doubling never prove what is false."""
    rng, held = Random(4), 0
    for game, position in positions(24, 250, 9):
        lost = Retrial(game, CheckBudget()).is_lost(position)
        winner, true = position.to_move.other, safe_path(game, position)
        other = position.one + position.two - position.own
        proofs: list[dict[str, Any]] = [{"kind": "doubling", "move": 0}]
        for path in (
            true,
            [n + rng.choice((-1, 0, 1)) for n in true],
            [other * 2**step for step in range(1, 4)],
            [*true, 24],
            sorted(rng.sample(range(2, 25), 3)),
        ):
            proofs.append({"kind": "count", "move": 0, "path": path})
        for proof in proofs:
            try:
                holds(game, position, winner, proof)
            except CertificateError:
                continue
            assert lost, (position, proof)
            held += 1
    assert held > 30


def test_a_path_ends_when_it_is_long_enough() -> None:
    """With a length given, the path is the start of the whole path."""
    for game, position in positions(200, 100, 2):
        whole, steps = safe_path(game, position), most_steps(game, position.own)
        assert safe_path(game, position, steps) == whole[:steps]


def test_each_reply_that_is_doubled_is_counted_in_the_budget() -> None:
    """Doubling on the largest pool stops at the limit on positions."""
    game = GAMES["ladder"](high=100_000)
    budget = CheckBudget(Limits(positions=2000))
    with pytest.raises(OverBudgetError, match="2000 positions"):
        holds(game, game.start(), Player.TWO, {"kind": "doubling", "move": 0}, budget)
