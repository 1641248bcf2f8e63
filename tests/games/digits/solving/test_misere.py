"""Misere Digits: the theorem about the last digit, against going through everything."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import Engine
from divisor_duel.engine.clock import Budget
from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.strategies import explanation
from divisor_duel.errors import CertificateError
from divisor_duel.game import Player
from divisor_duel.games.digits.proofs import Last, Remainders
from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.digits.solving.misere import MisereDigits
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.checker import check_proof

LOST_BY_THE_LAST = {4: [2, 3, 9], 5: [2], 6: [3, 5], 7: [3]}
"""The targets for which the player who writes the last digit loses."""


@pytest.mark.parametrize("base", LOST_BY_THE_LAST)
def test_the_last_to_write_wins_but_for_few_targets(base: int) -> None:
    """All targets to beyond the theorem's bound, by remainders: few are lost, none above it."""
    bound = (base**2 - 1) * (base - 2)
    lost = []
    for target in range(2, bound + 20):
        game = Digits(target=target, base=base, ending="misere")
        last = base % 2 == 1  # an even number of digits: the second player writes the last
        if Remainders(game, CheckBudget()).is_lost(game.start()) is not last:
            lost.append(target)
    assert lost == LOST_BY_THE_LAST[base]


@pytest.mark.parametrize(("base", "target"), [(5, 3), (5, 7), (5, 100), (6, 7), (6, 141), (6, 29)])
def test_every_move_is_worth_what_looking_ahead_finds(base: int, target: int) -> None:
    """Values and remoteness in all positions are those of a search that knows no theorem."""
    game = Digits(target=target, base=base, ending="misere")
    theory, search = MisereDigits(game), Deepening(game)
    waiting, seen = [game.start()], 0
    while waiting:
        here = waiting.pop()
        if game.outcome(here):
            continue
        seen += 1
        assert theory.judge(here, Budget()) == search.judge(here, Budget()), here
        waiting += game.children(here)
    assert seen > 10


def test_large_targets_in_large_bases_are_proved_at_once() -> None:
    """In base 16 and beyond a theorem says who wins, with a reason that the rules check."""
    for base, target in ((16, 9973), (36, 10**6)):
        game = GAMES["digits"](target=target, base=base, ending="misere")
        winner, proof = Engine().prove(game, game.start())
        assert winner is Player.ONE  # of an odd number of digits
        assert proof
        assert isinstance(proof, Last)
        assert check_proof(game, game.start(), winner, proof)
        assert "last digit, and win." in explanation(game, game.start(), proof)


def test_the_theorem_is_claimed_only_where_it_holds() -> None:
    """Neither for small targets nor for the player who writes the last digit."""
    proof = Last(0)
    game = GAMES["digits"](target=97, ending="misere")
    after = game.play(game.start(), 1)
    with pytest.raises(CertificateError, match="too small"):
        check_proof(game, after, Player.ONE, proof)
    game = GAMES["digits"](target=997, ending="misere")
    with pytest.raises(CertificateError, match="of 9 digits"):
        check_proof(game, game.start(), Player.TWO, proof)
