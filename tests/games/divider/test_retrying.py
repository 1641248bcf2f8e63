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
        again = Retrying(range(2, 41), 10_000)
        assert again.is_lost(numbers) == is_lost(frozenset(numbers))
    lists = {n: range(2, n + 1) for n in range(2, 13)}
    assert [n for n, numbers in lists.items() if Retrying(numbers, 9999).is_lost(numbers)] == [
        3,
        7,
        11,
    ]


def test_nim_values_are_found_by_heaps() -> None:
    """A list is lost beside a heap of its nim-value and of no other."""
    known = [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7, 6, 2, 3, 6, 3]
    for high, nim in enumerate(known, 2):
        numbers = range(2, high + 1)
        again = Retrying(numbers, 100_000)
        assert [heap for heap in range(10) if again.is_lost(numbers, heap)] == [nim]


def test_too_much_is_told() -> None:
    """Beyond a number of positions, what lies beside them included, nothing is claimed."""
    for high in (40, 200):
        again = Retrying(range(2, high + 1), 2000)
        with pytest.raises(TooManyPositionsError, match="more than 2000 positions"):
            again.is_lost(range(2, high + 1))
        assert len(again) < 2000
    with pytest.raises(TooManyPositionsError, match="more than 400 numbers"):
        Retrying(range(2, 403), 20)


def test_won_positions_may_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for few of them more is gone through, and the same is found."""
    counts = list[int]()
    for room in (1_000_000, 20):
        monkeypatch.setattr("divisor_duel.games.divider.retrying.MOST_WON", room)
        again = Retrying(range(2, 31), 10_000)
        lost = [high for high in range(2, 31) if again.is_lost(range(2, high + 1))]
        assert lost == [3, 7, 11, 23]
        counts.append(len(again))
    kept, forgotten = counts
    assert kept < forgotten < 20 * kept


@pytest.mark.parametrize(("high", "kind"), [(46, "mirror"), (48, "answers")])
def test_long_lists_are_worked_out_again(high: int, kind: str) -> None:
    """The starts of 2..46, by groups, and of 2..48, by answers, are checked in a few seconds."""
    game = GAMES["divider"](high=high)
    winner, proof = Engine(clock=StepClock).prove(game, game.start(), 10.0)
    assert proof
    assert (winner, proof["kind"]) == (Player.ONE, kind)
    told = holds(game, game.start(), Player.ONE, proof)
    assert "worked out again" in told or "nim-values cancel" in told


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
