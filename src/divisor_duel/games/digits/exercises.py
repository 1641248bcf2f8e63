"""Exercises for Digits, one set for each idea of the game."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.learn.exercises import Exercise, ExerciseSet, ExerciseSets, from_games

TARGETS = ((3, 4, 6, 7, 9), (7, 8, 9, 11, 12), (11, 12, 13, 14, 18), (13, 14, 17, 18, 19, 23, 27))
"""The targets, by level."""

BASES = ((5, 6), (6, 7), (7, 8), (8, 9))
"""The bases other than ten, by level."""


MOST_LEFT = 5
"""Most digits left near the end of a game."""

DigitsExercise: TypeAlias = Exercise[Digits, DigitsPosition]
"""An exercise of this game."""


def _target(rng: Random, level: int) -> Digits:
    """Return a target of a level."""
    return Digits(target=rng.choice(TARGETS[level]))


def _other_base(rng: Random, level: int) -> Digits:
    """Return a small target in another base."""
    return Digits(target=rng.randint(5, 9 + 3 * level), base=rng.choice(BASES[level]))


def _finishes(exercise: DigitsExercise) -> bool:
    """Return whether the wins make a multiple of a number of two digits or more."""
    return exercise.position.number >= exercise.game.base and exercise.ends_at_once


def _denies(exercise: DigitsExercise) -> bool:
    """Return whether all moves that lose let the opponent make a multiple."""
    game, position = exercise.game, exercise.position
    if not position.number or exercise.last_moves:
        return False
    losing = [game.play(position, move) for move in exercise.values if move not in exercise.winning]
    return all(_can_finish(exercise, after) for after in losing)


def _can_finish(exercise: DigitsExercise, after: DigitsPosition) -> bool:
    """Return whether the player to move in `after` can win at once."""
    game = exercise.game
    return any(
        outcome is not None and outcome.winner == exercise.position.to_move.other
        for outcome in map(game.outcome, game.children(after))
    )


def _is_near_the_end(exercise: DigitsExercise) -> bool:
    """Return whether few digits are left, and it takes more than one turn to win."""
    return len(exercise.values) <= MOST_LEFT and not exercise.last_moves


def _is_other_base(exercise: DigitsExercise) -> bool:
    """Return whether something has been written."""
    return exercise.position.number > 0


EXERCISES: ExerciseSets[Digits, DigitsPosition] = (
    ExerciseSet(
        "finish",
        "Make a multiple",
        "Only the remainder counts. Which digit turns it into a multiple?",
        from_games(_target),
        _finishes,
    ),
    ExerciseSet(
        "deny",
        "Leave no winning digit",
        "Write a digit so that no digit left makes a multiple.",
        from_games(_target),
        _denies,
    ),
    ExerciseSet(
        "end",
        "Win near the end",
        "Only a few digits are left. Find a digit so that you can answer every reply.",
        from_games(_target),
        _is_near_the_end,
    ),
    ExerciseSet(
        "base",
        "Count in another base",
        "Base 5 has the digits 1 to 4, and 12 means 5 + 2. Base 6 goes to 5, and so on.",
        from_games(_other_base),
        _is_other_base,
    ),
)
