"""Positions within any set of numbers: moves, parts, and small ones solved completely."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.engine.clock import run_to_end
from divisor_duel.games.divider.solving.number_set import NumberSet, none_divides_another
from tests.games.divider.solving.left import set_truth

NUMBERS = (3, 4, 6, 8, 12, 35, 49)


def build(numbers: tuple[int, ...]) -> NumberSet:
    """The set, built at once."""
    return run_to_end(NumberSet.build_in_steps(numbers))


def shown(numbers: NumberSet, state: int) -> tuple[int, ...]:
    """The numbers of a position."""
    return tuple(n for n in numbers.numbers if numbers.encode((n,)) & state)


def test_moves_take_the_multiples_that_are_left() -> None:
    """Taking 4 takes 8 and 12 with it; each move of a position leaves what the rule leaves."""
    numbers = build(NUMBERS)
    state = numbers.encode((4, 6, 8, 12))
    assert shown(numbers, numbers.without(state, 4)) == (6,)
    assert [shown(numbers, after) for after in numbers.moves(state)] == [
        (6,),
        (4, 8),
        (4, 6, 12),
        (4, 6, 8),
    ]
    assert numbers.holds((3, 49))
    assert not numbers.holds((3, 5))
    assert numbers.size_of(state) == 4


def test_parts_are_connected_by_divisibility() -> None:
    """3, 4, 6, 8 and 12 hang together; 35 and 49 stand alone."""
    numbers = build(NUMBERS)
    parts = [shown(numbers, part) for part in numbers.split(numbers.encode(NUMBERS))]
    assert parts == [(3, 4, 6, 8, 12), (35,), (49,)]


def test_twins_cancel() -> None:
    """4 and 6 have the divisor 2 alone, and 35 and 49 none: each pair goes, and 2 stays."""
    numbers = build((2, 4, 6, 35, 49))
    assert shown(numbers, numbers.normal(numbers.encode(numbers.numbers))) == (2,)


@pytest.mark.parametrize(
    ("numbers", "separate"), [((4, 6, 9), True), ((4, 6, 12), False), ((7,), True), ((1, 9), False)]
)
def test_none_divides_another(numbers: tuple[int, ...], separate: bool) -> None:
    """The same is found with and without a set."""
    assert run_to_end(none_divides_another(numbers)) is separate
    known = build(numbers)
    assert known.none_divides_another(known.encode(numbers)) is separate


def test_small_sets_are_solved_as_by_the_rule() -> None:
    """Nim-value and remoteness of random sets and after each move, and a line as long as that."""
    rng, memo = Random(9), dict[frozenset[int], tuple[int, int]]()
    for size in range(1, 12):
        chosen = tuple(sorted(rng.sample(range(1, 40), size)))
        numbers = build(chosen)
        assert numbers.solve(numbers.encode(chosen)) == set_truth(frozenset(chosen), memo)
        for number, found in numbers.solve_moves(chosen):
            rest = frozenset(n for n in chosen if n % number)
            assert found == set_truth(rest, memo)
        left, line = set(chosen), numbers.best_line(chosen)
        assert len(line) == numbers.solve(numbers.encode(chosen))[1]
        for number in line:
            assert number in left
            left = {n for n in left if n % number}
        assert not left


def test_long_sets_are_built_with_pauses() -> None:
    """Of 1000 numbers a step goes through 16."""
    pauses = sum(1 for _ in NumberSet.build_in_steps(tuple(range(2, 1002))))
    assert pauses == 63
