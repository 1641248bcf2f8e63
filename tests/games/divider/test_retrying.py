"""Who loses a set of numbers, worked out again by the checker."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.check import holds
from divisor_duel.engine import Engine, StepClock
from divisor_duel.errors import CertificateError, TooManyPositionsError
from divisor_duel.games.divider.retrying import Retrying


@cache
def is_lost(left: frozenset[int]) -> bool:
    """By the rules, and by nothing else."""
    rests = (frozenset(other for other in left if other % number) for number in left)
    return not any(map(is_lost, rests))


def test_any_set_is_worked_out_as_by_the_rules() -> None:
    """For random sets of numbers, whole lists or not, both ways agree who loses."""
    rng = Random(7)
    for _ in range(150):
        numbers = rng.sample(range(2, 41), rng.randrange(1, 11))
        again = Retrying(40, 10_000)
        assert again.is_lost(sum(1 << number for number in numbers)) == is_lost(frozenset(numbers))
    assert [n for n in range(2, 13) if Retrying(n, 9999).is_lost((2 << n) - 4)] == [3, 7, 11]


def test_too_much_is_told() -> None:
    """Beyond a number of positions, or on long lists, nothing is claimed."""
    with pytest.raises(TooManyPositionsError, match="more than 20 positions"):
        Retrying(30, 20).is_lost((2 << 30) - 4)
    with pytest.raises(TooManyPositionsError, match="lists beyond 200"):
        Retrying(201, 20)


def test_answers_are_told_and_checked() -> None:
    """2..38 is won by 6 with an answer to each number; another answer, or none, is refused."""
    game = GAMES["divider"](high=38)
    start = game.start()
    winner, proof = Engine(clock=StepClock).prove(game, start, 10.0)
    assert (winner, proof and proof["kind"]) == (Player.ONE, "answers")
    assert proof
    assert "worked out again" in holds(game, start, Player.ONE, proof)
    first, *others = proof["answers"]
    assert first == [2, 3]
    for wrong, told in (
        ([[2, 5]], "5 is no answer to 2"),
        ([[2, 4]], "2 has no answer"),
        ([], "2"),
    ):
        with pytest.raises(CertificateError, match=told):
            holds(game, start, Player.ONE, {**proof, "answers": [*wrong, *others]})
