"""Columns: groups, and compact positions with the nim-values of what they stand for."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from divisor_duel.engine.clock import Clock, run_to_end
from divisor_duel.games.divider.solving.columns import bits, encoding, groups_of
from divisor_duel.games.divider.solving.compiled_search import CompiledSearch
from divisor_duel.games.divider.solving.number_set import NumberSet
from divisor_duel.games.divider.solving.search import PlainSearch
from divisor_duel.numbers import members, span, without_multiples
from tests.games.chain.pairing_check import groups as naive_groups
from tests.games.divider.solving.left import random_left


def test_groups_are_the_connected_parts() -> None:
    """The groups of a position are its parts connected by divisibility, found naively."""
    rng = Random(1)
    for _ in range(40):
        left = random_left(2, 60, rng, rng.randrange(12))
        found = {frozenset(members(group)) for group in groups_of(left)}
        assert found == {frozenset(group) for group in naive_groups(set(members(left)))}


@pytest.mark.parametrize("high", [45, 100])
def test_what_is_left_of_a_list_has_tables_of_its_own(high: int) -> None:
    """Tables made for what is left give the nim-values that the whole list's and a search that
    knows of no columns give, plain and compiled.
    """
    rng = Random(high)
    for number in range(6):
        left = random_left(2, high, rng, 8 + number)
        while left.bit_count() > 24:
            left = without_multiples(left, rng.choice(members(left)))
        enc, numbers = encoding(2, high, left), run_to_end(NumberSet.build_in_steps(members(left)))
        nim = PlainSearch(numbers).grundy(numbers.encode(members(left)), Clock())
        assert PlainSearch(enc).grundy(enc.encode(left), Clock()) == nim
        assert PlainSearch(encoding(2, high)).grundy(encoding(2, high).encode(left), Clock()) == nim
        assert CompiledSearch(enc).grundy(enc.encode(left), Clock()) == nim


def test_positions_are_core_numbers_and_columns_of_odd_count() -> None:
    """On 2..20 the core is what primes to 3 make; 11, 13, 17 and 19 cancel, 5 and 7 do not."""
    enc = encoding(2, 20)
    assert enc.core == [2, 3, 4, 6, 8, 9, 12, 16, 18]
    assert enc.column_primes == [5, 7, 11, 13, 17, 19]
    assert enc.encode(sum(1 << n for n in (11, 13, 17, 19))) == 0
    assert enc.size_of(enc.encode(sum(1 << n for n in (11, 13, 17)))) == 1
    assert enc.size_of(enc.encode(span(2, 20))) == 9 + 4 + 2
    one, other = (enc.encode(1 << p | 1 << 2 * p) for p in (5, 7))
    assert one == other != 0


def test_bits_are_the_members_of_a_mask() -> None:
    """Indices ascend; an empty mask has none."""
    assert bits(0) == []
    assert bits(1 << 90 | 0b1010) == [1, 3, 90]


def test_components_fill_a_position() -> None:
    """Parts share no bit, and together they are the position."""
    rng, enc = Random(3), encoding(2, 60)
    for number in range(30):
        state = enc.encode(random_left(2, 60, rng, number % 10))
        parts = enc.split(state)
        assert sum(parts) == state
        assert all(one & other == 0 for one, other in combinations(parts, 2))
        assert sum(map(enc.size_of, parts)) == enc.size_of(state)
