"""Groups as heaps: their worth is true, said before it is used, and played."""

from __future__ import annotations

from random import Random

from divisor_duel.engine.strategies import Searched
from divisor_duel.games.divider.proofs import Groups
from divisor_duel.games.divider.strategy.heaps import BalanceHeaps, worth
from tests.contract.test_strategies import follow
from tests.games.divider.solving.left import set_truth
from tests.games.divider.strategy.placed import lost_by, placed


def test_the_worth_of_a_group_is_its_nim_value() -> None:
    """The heap that a few numbers are worth is what the rule alone gives."""
    rng, memo = Random(3), dict[frozenset[int], tuple[int, int]]()
    for _ in range(200):
        numbers = frozenset(rng.sample(range(2, 31), rng.randrange(6)))
        left = sum(1 << number for number in numbers)
        assert worth(left) == set_truth(numbers, memo)[0]


def test_small_groups_are_heaps_and_large_ones_are_searched() -> None:
    """Groups of up to five numbers are balanced by rules; their worth is said before it is used."""
    strategy = lost_by("2-5,8,9", Groups(0, (((2, 4, 8), 3), ((3, 9), 2), ((5,), 1))))
    assert strategy.by_rules
    assert isinstance(strategy.rules[0], BalanceHeaps)
    follow(strategy)
    assert strategy.reason == (
        "2 4 8 is worth the same as 3 counters, 3 9 as 2, 5 as 1. "
        "Your opponent keeps them balanced: if you take 8, they take 5."
    )
    assert strategy.steps[0].startswith(
        "Think of heaps of counters: 2 4 8 is worth the same as a heap of 3, 3 9 is worth the same "
        "as a heap of 2, 5 is worth the same as a heap of 1."
    )
    large = lost_by("2,4,6,8,10,12,11,13", Groups(0, (((2, 4, 6, 8, 10, 12), 0), ((11,), 1))))
    assert [type(rule) for rule in large.rules] == [Searched]
    winner = BalanceHeaps((1 << 2 | 1 << 4, 1 << 9 | 1 << 27))
    _, position = placed("2,4,9,27")
    assert winner.because(position, winning=True) == (
        "2 4 is worth the same as 2 counters, 9 27 as 2. "
        "Your answers keep them balanced: if they take 4, take 27."
    )


def test_many_groups_are_shortened() -> None:
    """If the groups take too many words, a headline gives their heaps alone."""
    groups = ((2, 4, 8, 16), (3, 9, 27), (5, 25), (11, 22), (7,), (13, 26))
    rule = BalanceHeaps(tuple(sum(1 << number for number in group) for group in groups))
    _, position = placed("2-30")
    assert rule.because(position, winning=False).startswith(
        "The groups are worth the same as heaps of 4, 3, 2, 2, 1 and 2 counters. "
    )
