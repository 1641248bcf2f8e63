"""Sums: what their kind of proof must satisfy."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import Player
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.games.registry import find_game
from divisor_duel.games.sum.proofs import Equal
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.checker import check_proof


@pytest.mark.parametrize(("one", "two"), [(4, 4), (4, 5), (7, 3), (9, 6)])
def test_only_equal_nim_values_prove_a_loss(one: int, two: int) -> None:
    """With 2..4 worth 3, 2..5 worth 2 and so on, only the value that both have is accepted."""
    values = {3: 0, 4: 3, 5: 2, 6: 1, 7: 0, 9: 5}
    game = find_game("sum")(one=f"divider:high={one}", two=f"divider:high={two}")
    for nim in range(7):
        proof = Equal(0, nim)
        if values[one] == values[two] == nim:
            assert check_proof(game, game.start(), Player.TWO, proof).theorems
        else:
            with pytest.raises(CertificateError, match="the nim-value of"):
                check_proof(game, game.start(), Player.TWO, proof)


def test_the_largest_games_are_not_built() -> None:
    """The positions one move away are counted while they are made."""
    game = find_game("sum")(one="divider:high=90000", two="divider:high=90000")
    budget = CheckBudget(Limits(positions=1000))
    with pytest.raises(OverBudgetError, match="1000 positions"):
        check_proof(game, game.start(), Player.TWO, Equal(0, 0), budget)
    assert budget.visited == 1001


def test_the_positions_of_both_games_are_counted() -> None:
    """The sentence says in how many positions of the two games the nim-value is known."""
    game = find_game("sum")(one="countdown:start=6", two="countdown:start=6")
    lost: Any = game.start()
    found = check_proof(game, lost, Player.TWO, Equal(0, 2))
    assert found.what == "Positions whose nim-values were computed: 8"
