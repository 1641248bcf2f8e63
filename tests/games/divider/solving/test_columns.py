"""Columns: groups, and compact positions with the nim-values of what they stand for."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.engine.clock import Clock, finished
from divisor_duel.games.divider.solving.columns import encoding, groups_of
from divisor_duel.games.divider.solving.compiled_search import CompiledSearch
from divisor_duel.games.divider.solving.number_set import NumberSet
from divisor_duel.games.divider.solving.search import PlainSearch
from divisor_duel.numbers import members, without_multiples
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
        enc, numbers = encoding(2, high, left), finished(NumberSet.build_in_steps(members(left)))
        nim = PlainSearch(numbers).grundy(numbers.encode(members(left)), Clock())
        assert PlainSearch(enc).grundy(enc.encode(left), Clock()) == nim
        assert PlainSearch(encoding(2, high)).grundy(encoding(2, high).encode(left), Clock()) == nim
        assert CompiledSearch(enc).grundy(enc.encode(left), Clock()) == nim
