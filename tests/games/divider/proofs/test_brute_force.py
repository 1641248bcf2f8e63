"""Who loses a set of numbers, worked out again by the checker."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from divisor_duel import GAMES, Player
from divisor_duel.engine import Engine, StepClock
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.games.divider.proofs import Answers
from divisor_duel.games.divider.proofs.brute_force import BruteForce
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.checker import check_proof


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
        again = BruteForce(range(2, 41), CheckBudget())
        assert again.is_lost(numbers) == is_lost(frozenset(numbers))
    lists = {n: range(2, n + 1) for n in range(2, 13)}
    assert [
        n for n, numbers in lists.items() if BruteForce(numbers, CheckBudget()).is_lost(numbers)
    ] == [
        3,
        7,
        11,
    ]


def test_nim_values_are_found_by_heaps() -> None:
    """A list is lost beside a heap of its nim-value and of no other."""
    known = [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7, 6, 2, 3, 6, 3]
    for high, nim in enumerate(known, 2):
        numbers = range(2, high + 1)
        again = BruteForce(numbers, CheckBudget())
        assert [heap for heap in range(10) if again.is_lost(numbers, heap)] == [nim]


def test_too_much_is_told() -> None:
    """The search stops at the limit on positions, and before it compares all pairs of numbers."""
    for high in (40, 200):
        again = BruteForce(range(2, high + 1), CheckBudget(Limits(positions=2000 + high**2)))
        with pytest.raises(OverBudgetError, match="positions"):
            again.is_lost(range(2, high + 1))
        assert len(again) <= 2000 + 2 * high
    with pytest.raises(OverBudgetError, match="more than 20 positions"):
        BruteForce(range(2, 403), CheckBudget(Limits(positions=20)))
    with pytest.raises(OverBudgetError, match="more than 5000 positions"):
        BruteForce([2, 3], CheckBudget(Limits(positions=5000))).is_lost([2, 3], 10**9)


def test_a_heap_has_no_negative_size() -> None:
    """A chain of divisors is worth its length; a negative heap is refused, not called lost."""
    numbers = [1 << power for power in range(30)]
    again = BruteForce(numbers, CheckBudget())
    assert [heap for heap in range(28, 33) if again.is_lost(numbers, heap)] == [30]
    with pytest.raises(ValueError, match="a heap cannot have -1 counters"):
        again.is_lost([], -1)


def test_won_positions_may_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for few of them more is gone through, and the same is found."""
    counts = list[int]()
    for room in (1_000_000, 20):
        monkeypatch.setattr("divisor_duel.games.divider.proofs.brute_force.MOST_WON", room)
        again = BruteForce(range(2, 31), CheckBudget())
        lost = [high for high in range(2, 31) if again.is_lost(range(2, high + 1))]
        assert lost == [3, 7, 11, 23]
        counts.append(len(again))
    kept, forgotten = counts
    assert kept < forgotten < 20 * kept


def test_a_long_list_is_worked_out_again() -> None:
    """The answers for the start of 2..46 are checked in a second."""
    game = GAMES["divider"](high=46)
    winner, proof = Engine(clock=StepClock).prove(game, game.start(), 10.0)
    assert winner is Player.ONE
    assert isinstance(proof, Answers)
    assert "solved again" in check_proof(game, game.start(), Player.ONE, proof).what


def test_answers_are_told_and_checked() -> None:
    """2..38 is won by 6 with an answer to each number; another answer, or none, is refused."""
    game = GAMES["divider"](high=38)
    start = game.start()
    winner, proof = Engine(clock=StepClock).prove(game, start, 10.0)
    assert winner is Player.ONE
    assert isinstance(proof, Answers)
    assert "solved again" in check_proof(game, start, Player.ONE, proof).what
    first, *others = proof.answers
    assert first == (2, 3)
    for wrong, told in (
        ([(2, 5)], "5 does not win after 2"),
        ([(2, 4)], "2 has no answer"),
        ([], "2 has no answer"),
        ([(2, 3), (2, 3)], "a reply has two answers"),
        ([(2, 3), (1, 3)], "it answers a number that does not stay"),
    ):
        with pytest.raises(CertificateError, match=told):
            check_proof(game, start, Player.ONE, replace(proof, answers=(*wrong, *others)))


@pytest.mark.parametrize(
    ("high", "heap", "lost", "visited", "spent"),
    [
        (9, 0, False, 10, 86),
        (9, 5, True, 73, 194),
        (16, 7, True, 1149, 2468),
        (20, 0, False, 55, 571),
    ],
)
def test_positions_and_moves_are_counted(
    high: int, heap: int, lost: bool, visited: int, spent: int
) -> None:
    """A position costs one, and the moves of each new combination of columns cost one each."""
    budget, numbers = CheckBudget(), range(2, high + 1)
    again = BruteForce(numbers, budget)
    assert again.is_lost(numbers, heap) is lost
    assert (len(again), budget.visited) == (visited, spent)
