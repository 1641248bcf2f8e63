"""Misere Countdown: the rule and its exceptions, against brute force and by their proof."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import Engine
from divisor_duel.engine.clock import Budget
from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.strategies import explanation
from divisor_duel.errors import CertificateError
from divisor_duel.game import Player
from divisor_duel.games.countdown.proofs import EXCEPTIONS, Shape, is_lost_in_misere, misere_answer
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.games.countdown.solving.misere import MisereCountdown, exceptions
from divisor_duel.proofs.checker import check_proof

HIGHEST = 37_000
"""Five of the exceptions are below it."""


def test_every_number_is_as_brute_force_finds() -> None:
    """Whoever has no divisor wins, else whoever can leave a lost number: so are rule and
    exceptions, and the winner's answer leaves a lost number.
    """
    divisors: list[list[int]] = [[] for _ in range(HIGHEST)]
    for divisor in range(2, HIGHEST // 2):
        for number in range(2 * divisor, HIGHEST, divisor):
            divisors[number].append(divisor)
    won = [True]
    for number in range(1, HIGHEST):
        moves = divisors[number]
        won.append(not moves or not all(won[number - move] for move in moves))
        assert is_lost_in_misere(number) is not won[number]
        if moves and won[number]:
            assert misere_answer(number) in moves
            assert not won[number - misere_answer(number)]


def test_the_exceptions_are_worked_out_again() -> None:
    """Going up from where the rule has no answer finds just the numbers that are listed."""
    found = exceptions(10**18)
    assert found == EXCEPTIONS
    assert len(found) == 43
    assert exceptions(24_578) == {24_576, 24_578}


@pytest.mark.parametrize("start", [4, 24, 96, 210, 360])
def test_moves_are_worth_what_looking_ahead_finds(start: int) -> None:
    """Values and remoteness of every move are those of a search that knows no rule."""
    game = Countdown(start=start, ending="misere")
    found = MisereCountdown(game).judge(game.start(), Budget())
    assert found == Deepening(game).judge(game.start(), Budget())


@pytest.mark.parametrize("start", [10**12, 3 << 31, 1 << 34, 9663676419, 2 * 999983, 963761198400])
def test_large_numbers_are_proved_at_once(start: int) -> None:
    """Who wins is known whatever the size, with a reason that the rules alone check."""
    game = GAMES["countdown"](start=start, ending="misere")
    winner, proof = Engine().prove(game, game.start())
    assert winner is (Player.TWO if is_lost_in_misere(start) else Player.ONE)
    assert proof
    assert check_proof(game, game.start(), winner, proof)
    assert explanation(game, game.start(), proof).endswith(".")


def test_a_number_that_is_won_has_no_proof_that_it_is_lost() -> None:
    """Claims about other numbers are refused, and the sentence says what is wrong."""
    game = GAMES["countdown"](start=24, ending="misere")
    with pytest.raises(CertificateError, match="24 has no lost shape"):
        check_proof(game, game.start(), Player.TWO, Shape(0))
