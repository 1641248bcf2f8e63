"""Exercises for Ladder, one set for each idea of the game."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeAlias

from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.strategy import ClimbSafely, DoubleTheirs, DoubleYours, TripleYours
from divisor_duel.learn.exercises import FEWEST, Exercise, ExerciseSet, ExerciseSets, from_games
from divisor_duel.play.record import Record

LARGEST = (24, 40, 64, 100)
"""The largest number on the list, by level."""

LadderExercise: TypeAlias = Exercise[Ladder, LadderPosition]
"""An exercise of this game."""


def _list(rng: Random, level: int) -> Ladder:
    """Return a list of a level."""
    high = LARGEST[level]
    return Ladder(high=rng.randint(2 * high // 3, high))


def _two_numbers(rng: Random, level: int) -> Iterable[Record]:
    """Yield games in which the opponent took a number from which a single step is left."""
    game = _list(rng, level)
    other = rng.randint(game.high // 3 + 1, game.high // 2)
    own = rng.choice(
        [n for n in range(2, other) if 2 * other % n == 0 and n * FEWEST[level] <= game.high]
    )
    yield Record(game, (own, other))


def _small_numbers(rng: Random, level: int) -> Iterable[Record]:
    """Yield games in which both players took a small number."""
    own, other = rng.sample(range(2, 7 + 3 * level), 2)
    yield Record(_list(rng, level), (own, other))


def _both_own(exercise: LadderExercise) -> bool:
    """Return whether both players own a number."""
    return exercise.position.one > 1 and exercise.position.two > 1


def _blocks(exercise: LadderExercise) -> bool:
    """Return whether a move takes away the opponent's last step."""
    return _both_own(exercise) and bool(exercise.last_moves)


def _counts(exercise: LadderExercise) -> bool:
    """Return whether counting steps decides."""
    return _both_own(exercise) and not exercise.last_moves and exercise.uses(ClimbSafely)


def _is_doubling(exercise: LadderExercise) -> bool:
    """Return whether the win follows from comparing the numbers."""
    return _both_own(exercise) and exercise.uses(TripleYours, DoubleTheirs, DoubleYours)


def _has_one_win(exercise: LadderExercise) -> bool:
    """Return whether a single move wins, and not at once."""
    return _both_own(exercise) and len(exercise.winning) == 1 and not exercise.last_moves


EXERCISES: ExerciseSets[Ladder, LadderPosition] = (
    ExerciseSet(
        "block",
        "Take their last step",
        "Your opponent needs a multiple of their number. Take the last one, and you win.",
        _two_numbers,
        _blocks,
    ),
    ExerciseSet(
        "count",
        "Count the steps",
        "Each step at least doubles a number. Climb so that you have more steps left than they do.",
        from_games(_list),
        _counts,
    ),
    ExerciseSet(
        "next",
        "Take their next step",
        "When you can't win by counting alone, take a number that your opponent needs.",
        _small_numbers,
        _is_doubling,
    ),
    ExerciseSet(
        "only",
        "Find the only move",
        "Only one step wins. Check which steps you keep, and which ones they keep.",
        from_games(_list),
        _has_one_win,
    ),
)
