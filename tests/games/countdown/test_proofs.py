"""Countdown: what its kinds of proof must satisfy, in both endings."""

from __future__ import annotations

from functools import cache

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.games.countdown.proofs import Parity, Shape
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.checker import check_proof

KINDS = {"normal": Parity(0), "misere": Shape(0)}


@cache
def wins(number: int, misere: bool) -> bool:
    """Whether the player to move wins, by trying every divisor."""
    divisors = [d for d in range(2, number) if number % d == 0]
    return any(not wins(number - d, misere) for d in divisors) if divisors else misere


@pytest.mark.parametrize("ending", KINDS)
def test_exactly_the_lost_numbers_have_such_a_proof(ending: str) -> None:
    """For all numbers to 700 the proof holds just where trying every divisor finds a loss."""
    for number in range(1, 700):
        game = GAMES["countdown"](start=number, ending=ending)
        proof = KINDS[ending]
        lost = not wins(number, ending == "misere") and not game.outcome(game.start())
        if lost:
            assert not check_proof(game, game.start(), Player.TWO, proof).theorems
        else:
            with pytest.raises(CertificateError):
                check_proof(game, game.start(), Player.TWO, proof)


@pytest.mark.parametrize("ending", KINDS)
def test_every_divisor_is_counted_in_the_budget(ending: str) -> None:
    """A number with thousands of divisors stops at the limit on positions."""
    number = 3**9 * 5**4 * 7**2 * 11 * 13 * 17 * 19 * 23  # odd, and neither prime nor 3 x prime
    game, budget = GAMES["countdown"](start=number, ending=ending), CheckBudget(Limits(100))
    with pytest.raises(OverBudgetError, match="100 positions"):
        check_proof(game, game.start(), Player.TWO, KINDS[ending], budget)
    assert budget.visited == 101


@pytest.mark.parametrize(
    ("ending", "counts"),
    [
        ("normal", {9: 2, 45: 9, 105: 16, 128: 22, 512: 81, 999: 127}),
        ("misere", {9: 2, 45: 8, 105: 16, 128: 21, 362: 49, 512: 75, 999: 108}),
    ],
)
def test_all_play_is_walked_through_up_to_1000(ending: str, counts: dict[int, int]) -> None:
    """So many numbers come back to the loser; beyond 1000 a theorem is named instead."""
    proof = KINDS[ending]
    for number, count in counts.items():
        game = GAMES["countdown"](start=number, ending=ending)
        found = check_proof(game, game.start(), Player.TWO, proof)
        assert found.what == f"Numbers from which every move is answered: {count}"
        assert not found.theorems
    game = GAMES["countdown"](start=1001, ending=ending)
    found = check_proof(game, game.start(), Player.TWO, proof)
    assert found.what == "Numbers from which every move is answered: 1"
    assert len(found.theorems) == 1
