"""Sets of many games at once are the sets of Python, one by one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.batch.sets import (
    are_empty,
    bits,
    contains,
    gather,
    mask_of,
    pack,
    pick,
    remove,
)

SETS = st.lists(st.frozensets(st.integers(0, 200), max_size=12), min_size=1, max_size=5)


def masks(sets: list[frozenset[int]]) -> list[int]:
    """Each set as an integer."""
    return [sum(1 << number for number in numbers) for numbers in sets]


@given(SETS)
def test_packed_sets_are_the_same_sets(sets: list[frozenset[int]]) -> None:
    """Packing loses nothing, and a set is empty exactly when its mask is 0."""
    packed = pack(masks(sets))
    assert [mask_of(packed[:, column]) for column in range(len(sets))] == masks(sets)
    assert are_empty(packed).tolist() == [not numbers for numbers in sets]
    rows = bits(packed, 64 * len(packed))
    assert [frozenset(np.flatnonzero(row).tolist()) for row in rows] == sets
    columns = np.arange(len(sets))[::-1]
    assert [mask_of(column) for column in gather(packed, columns).T] == masks(sets[::-1])


@given(SETS, st.data())
def test_numbers_are_found_and_removed(sets: list[frozenset[int]], data: st.DataObject) -> None:
    """Each game's own number is found in its set, and removed from it alone."""
    packed = pack(masks(sets))
    largest = 64 * len(packed) - 1
    numbers = data.draw(st.lists(st.integers(0, largest), min_size=len(sets), max_size=len(sets)))
    asked = np.array(numbers, np.int64)
    pairs = list(zip(sets, numbers, strict=True))
    assert contains(packed, asked).tolist() == [number in one for one, number in pairs]
    remove(packed, asked)
    assert [mask_of(column) for column in packed.T] == masks([one - {own} for one, own in pairs])


@given(SETS, st.floats(0, 1, exclude_max=True))
def test_a_random_number_picks_the_member_of_its_rank(
    sets: list[frozenset[int]], chance: float
) -> None:
    """Of n members the one with floor(n x chance) smaller ones is picked; of none, 0."""
    picked = pick(pack(masks(sets)), np.full(len(sets), chance))
    assert picked.tolist() == [
        sorted(numbers)[int(len(numbers) * chance)] if numbers else 0 for numbers in sets
    ]
