"""Partners: found where there are any, and set aside from as few numbers as possible."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from divisor_duel.engine.clock import Clock, OutOfTimeError, StepClock
from divisor_duel.games.divider.solving.pairing import MOST_UNPAIRED, pair_up
from divisor_duel.numbers import members
from tests.games.divider.solving.left import random_left, set_truth
from tests.games.divider.test_proofs import is_pairing, splits


def after(high: int, move: int) -> list[int]:
    """What a first move leaves of 2..high."""
    return [number for number in range(2, high + 1) if number % move]


@pytest.mark.parametrize(
    ("high", "move", "pairs"),
    [
        (9, 4, [(2, 3), (5, 7), (6, 9)]),
        (14, 4, [(2, 3), (5, 7), (6, 9), (10, 14), (11, 13)]),
        (17, 2, [(3, 5), (7, 11), (9, 15), (13, 17)]),
    ],
)
def test_the_starts_that_people_play_are_paired(
    high: int, move: int, pairs: list[tuple[int, int]]
) -> None:
    """After the best first move every number has a partner, the smaller named first."""
    assert pair_up(after(high, move), Clock()) == (pairs, [])


def test_every_set_that_can_be_paired_is_paired() -> None:
    """Of each set of 2..12, partners are found exactly where some split into pairs fits."""
    paired = 0
    for size in range(1, 9):
        for numbers in combinations(range(2, 13), size):
            pairs, rest = pair_up(numbers, Clock())
            exists = size % 2 == 0 and any(is_pairing(numbers, found) for found in splits(numbers))
            assert (not rest) is exists, numbers
            assert is_pairing(numbers, pairs)
            paired += exists
    assert paired > 200


def test_partners_can_be_set_aside() -> None:
    """Of larger sets the pairs are partners, few numbers stay, and these decide who wins."""
    rng, memo, stayed = Random(4), dict[frozenset[int], tuple[int, int]](), 0
    for number in range(90):
        left = members(random_left(2, 30, rng, 3 + number % 6))
        pairs, rest = pair_up(left, Clock(), MOST_UNPAIRED)
        assert sorted([*rest, *(each for pair in pairs for each in pair)]) == list(left)
        assert is_pairing(left, pairs)
        if len(left) <= 12:
            stayed += bool(rest)
            lost, rest_lost = (set_truth(frozenset(one), memo)[0] == 0 for one in (left, rest))
            assert lost == rest_lost
    assert stayed > 20


def test_numbers_that_cannot_be_paired_stay() -> None:
    """2 3 6 needs three without a partner; with room for none only the mirrors are set aside."""
    assert pair_up([2, 3, 6], Clock(), 1) == ([], [2, 3, 6])
    assert pair_up([2, 3, 6], Clock(), 3) == ([], [2, 3, 6])
    assert pair_up([2, 3, 6, 11, 13], Clock(), 3) == ([(11, 13)], [2, 3, 6])
    assert pair_up([], Clock()) == ([], [])


def test_the_search_ends() -> None:
    """A long list is given up after a limit of steps, and when the time is over."""
    numbers = list(range(2, 73))
    _, rest = pair_up(numbers, Clock(), MOST_UNPAIRED)
    assert len(rest) > MOST_UNPAIRED
    with pytest.raises(OutOfTimeError):
        pair_up(after(10, 7), StepClock(0))
