"""Exercises for Divider, one set for each idea of the game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import TypeAlias

from divisor_duel.game import Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.divider.solving.columns import groups_of
from divisor_duel.games.divider.strategy.partners import TakeAny, TakePartner
from divisor_duel.learn.exercises import Exercise, ExerciseSet, ExerciseSets, from_games
from divisor_duel.numbers import members
from divisor_duel.play.positions import write_position
from divisor_duel.play.record import Record

LARGEST = (9, 12, 16, 22)
"""The largest number on the list, by level."""

LARGEST_LEFT = (20, 30, 50, 70)
"""The largest number on lists of which a few numbers are left, by level."""

ROOTS = (2, 3, 5, 6, 7, 10)
"""Numbers that divide all others left."""

ROWS = (
    ((2, 4, 8, 16, 32, 64), (2, 4, 12, 24, 48), (2, 6, 12, 36), (2, 10, 20, 40, 80)),
    ((3, 9, 27), (3, 15, 45), (9, 27), (27,)),
    ((5, 25), (25, 50), (5,), (35, 70)),
    ((7, 49), (7,), (49,)),
    ((11, 22, 44, 66), (13, 26, 52), (11,), (13,)),
)
"""Rows to choose from, one of each line: where two rows are joined, the position is not asked."""

DividerExercise: TypeAlias = Exercise[Divider, DividerPosition]
"""An exercise of this game."""


def _list(rng: Random, level: int) -> Divider:
    """Return a list of a level."""
    return Divider(high=rng.randint(2 * LARGEST[level] // 3 + 1, LARGEST[level]))


def _multiples(rng: Random, level: int) -> Iterable[Record]:
    """Yield a number with some of its multiples left."""
    root, high = rng.choice(ROOTS[: level + 3]), LARGEST_LEFT[level]
    multiples = range(2 * root, high + 1, root)
    count = min(len(multiples), rng.randint(level + 1, level + 4))
    yield _with_left([root, *rng.sample(multiples, count)])


def _rows(rng: Random, level: int) -> Iterable[Record]:
    """Yield parts of some rows."""
    lines = rng.sample(ROWS, rng.randint(2, 3 if level < 2 else 4))
    rows = [rng.choice(line) for line in lines]
    parts = [row[: rng.randint(1, min(len(row), level + 3))] for row in rows]
    yield _with_left([number for part in parts for number in part])


def _with_left(numbers: Iterable[int]) -> Record:
    """Return a position in which these numbers are left."""
    left = sum(1 << number for number in numbers)
    game = Divider(high=left.bit_length() - 1)
    return Record(game, start=write_position(game, DividerPosition(left, Player.ONE)))


def _ends(exercise: DividerExercise) -> bool:
    """Return whether the wins take all that is left."""
    return exercise.ends_at_once


def _leaves_singles(exercise: DividerExercise) -> bool:
    """Return whether the win leaves numbers of which none divides another."""
    return not exercise.ends_at_once and exercise.uses(TakeAny)


def _leaves_partners(exercise: DividerExercise) -> bool:
    """Return whether the win leaves a partner for every number."""
    return any(isinstance(rule, TakePartner) and not rule.rest for rule in exercise.rules)


def _has_rows(exercise: DividerExercise) -> bool:
    """Return whether rows are left, of which one has three numbers or more and another two."""
    rows = [members(group) for group in groups_of(exercise.position.left)]
    sizes = sorted(map(len, rows), reverse=True)
    return len(rows) > 1 and sizes[0] > 2 and sizes[1] > 1 and all(map(_is_row, rows))


def _is_row(numbers: tuple[int, ...]) -> bool:
    """Return whether each number divides the next."""
    return all(later % number == 0 for number, later in pairwise(numbers))


def _left(exercise: DividerExercise) -> int:
    """Return the numbers left: with the same ones, two positions are the same exercise."""
    left: int = exercise.position.left
    return left


EXERCISES: ExerciseSets[Divider, DividerPosition] = (
    ExerciseSet(
        "end",
        "Take everything left",
        "Take a number that divides all the others left. Then nothing remains.",
        _multiples,
        _ends,
        _left,
    ),
    ExerciseSet(
        "single",
        "Leave an even count",
        "If no number left divides another, each turn takes just one. Leave an even count of such "
        "numbers.",
        from_games(_list),
        _leaves_singles,
        _left,
    ),
    ExerciseSet(
        "partner",
        "Leave partners",
        "Leave numbers in pairs, so that you can always take the partner. The other numbers "
        "that the two remove must also form pairs.",
        from_games(_list),
        _leaves_partners,
        _left,
    ),
    ExerciseSet(
        "row",
        "Leave rows that cancel",
        "In a row, each number divides the next. A row acts like a heap of counters: you take "
        "some from its end. Leave rows that cancel.",
        _rows,
        _has_rows,
        _left,
    ),
)
