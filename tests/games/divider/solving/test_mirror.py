"""Mirrors: swaps that keep divisibility, so that a copy answers every number."""

from __future__ import annotations

from random import Random

from divisor_duel.games.divider.solving.mirror import mirrors
from divisor_duel.numbers import members
from tests.games.divider.solving.left import random_left, set_truth


def test_each_kind_of_swap_by_hand() -> None:
    """Equal columns, twins with the same divisors, and groups of the same shape are found."""
    assert mirrors([5, 7, 10, 14]) == ((((5, 7), (10, 14)),), [])
    assert mirrors([2, 4, 6, 9]) == ((((4, 6),), ((2, 9),)), [])
    assert mirrors([4, 8, 9, 27]) == ((((4, 9), (8, 27)),), [])
    assert mirrors([2, 3, 6]) == ((), [2, 3, 6])
    assert mirrors([]) == ((), [])


def test_swaps_keep_divisibility_and_never_divide_what_stays() -> None:
    """What is left of random lists is swapped as a proof demands, step by step."""
    rng, swaps = Random(7), 0
    for number in range(60):
        left = list(members(random_left(2, 60, rng, number % 12)))
        steps, rest = mirrors(left)
        for step in steps:
            swap = {one: two for pair in step for one, two in (pair, pair[::-1])}
            assert len(swap) == 2 * len(step)
            for one, partner in swap.items():
                assert one % partner
                for other in left:
                    if other in swap:
                        assert (other % one == 0) == (swap[other] % partner == 0)
                    else:
                        assert other % one
                        assert (one % other == 0) == (partner % other == 0)
            left = [number for number in left if number not in swap]
            swaps += 1
        assert left == rest
    assert swaps > 100


def test_swapped_numbers_do_not_change_the_nim_value() -> None:
    """A set and what no mirror answers of it have the same nim-value."""
    rng, memo = Random(8), dict[frozenset[int], tuple[int, int]]()
    for _ in range(40):
        left = rng.sample(range(2, 31), 11)
        _, rest = mirrors(left)
        assert set_truth(frozenset(left), memo)[0] == set_truth(frozenset(rest), memo)[0]
