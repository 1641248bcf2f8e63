"""Countdown: closed forms against tables filled by brute force, and numbers of any size."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.factors import proper_divisors
from divisor_duel.games.countdown.proofs import is_lost
from divisor_duel.games.countdown.solving.theory import nim_value

REACH = 20_000


def test_the_closed_forms_are_right_as_far_as_brute_force_reaches() -> None:
    """Who wins and the nim-value follow from the smaller numbers, for every number to 20,000."""
    nims = [0, 0]
    for number in range(2, REACH):
        reached = {nims[number - divisor] for divisor in proper_divisors(number)}
        nim = next(value for value in range(len(reached) + 1) if value not in reached)
        nims.append(nim)
        assert nim_value(number) == nim
        assert is_lost(number) == (nim == 0)


@pytest.mark.parametrize("power", range(1, 40))
@pytest.mark.parametrize("odd", [*range(1, 34, 2), 10**9 + 7])
def test_the_finite_cases_of_the_proof(power: int, odd: int) -> None:
    """For small odd parts and large powers of two the nim-value is the mex of the moves'."""
    number = odd << power
    reached = {nim_value(number - divisor) for divisor in proper_divisors(number)}
    assert nim_value(number) == next(v for v in range(len(reached) + 1) if v not in reached)


def test_winning_divisors_of_60() -> None:
    """From 60 exactly 3, 5 and 15 win."""
    game = GAMES["countdown"]()
    assert sorted(analyze(game, game.start()).winning) == [3, 5, 15]


def test_remoteness_from_the_table_is_that_of_the_definition() -> None:
    """Up to 3,000 the remoteness is one more than the best answer's, filled up naively."""
    plies: list[int] = [0, 0]
    for number in range(2, 3000):
        children = [(is_lost(number - d), plies[number - d]) for d in proper_divisors(number)]
        lost = [length for lost, length in children if lost]
        if lost:
            plies.append(1 + min(lost))
        else:
            plies.append(1 + max((length for _, length in children), default=-1))
    game = GAMES["countdown"](start=2998)
    analysis = analyze(game, game.start(), 30)
    assert analysis.remoteness == plies[2998]
    for move in analysis.moves:
        assert move.remoteness == plies[2998 - move.move]


@pytest.mark.parametrize("start", [963_761_198_400, 10**12, 10**18, 999_999_999_989, 2**59])
def test_numbers_of_any_size_are_valued(start: int) -> None:
    """Every move from a huge number has a value, and it obeys the law of wins."""
    game = GAMES["countdown"](start=start)
    analysis = analyze(game, game.start())
    if not game.legal_moves(game.start()):
        assert analysis.value is None
        return
    assert len(analysis.moves) == len(proper_divisors(start))
    assert {move.value for move in analysis.moves} <= {"win", "loss"}
    assert (analysis.value == "win") == bool(analysis.winning)
    reached = {move.grundy for move in analysis.moves}
    assert analysis.grundy == next(v for v in range(100) if v not in reached)
