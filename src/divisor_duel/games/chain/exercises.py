"""Exercises for Chain, one set for each idea of the game."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.chain.strategy import TakePartner
from divisor_duel.learn.exercises import Exercise, ExerciseSet, ExerciseSets, from_games
from divisor_duel.strategy import Table

LARGEST = (12, 20, 32, 50)
"""The largest number on the list, by level."""

ChainExercise: TypeAlias = Exercise[Chain, ChainPosition]
"""An exercise of this game."""


def _list(rng: Random, level: int) -> Chain:
    """Return a list of a level, opened with an even number."""
    high = LARGEST[level]
    return Chain(high=rng.randint(3 * high // 4, high), opening="even")


def _answers(exercise: ChainExercise) -> bool:
    """Return whether there is a number to answer."""
    return exercise.position.last != 0


def _ends(exercise: ChainExercise) -> bool:
    """Return whether the wins are dead ends."""
    return _answers(exercise) and exercise.ends_at_once


def _is_forced(exercise: ChainExercise) -> bool:
    """Return whether the strategy names every reply."""
    return _answers(exercise) and exercise.uses(Table)


def _has_partner(exercise: ChainExercise) -> bool:
    """Return whether the win is to take partners."""
    return _answers(exercise) and exercise.uses(TakePartner)


def _has_one_win(exercise: ChainExercise) -> bool:
    """Return whether a single move wins, by partners."""
    return len(exercise.winning) == 1 and _has_partner(exercise)


EXERCISES: ExerciseSets[Chain, ChainPosition] = (
    ExerciseSet(
        "end",
        "Find the dead end",
        "Take a number that nothing can follow. All its factors and multiples must be gone.",
        from_games(_list),
        _ends,
    ),
    ExerciseSet(
        "two",
        "Win in two turns",
        "Leave only replies after which you can reach a dead end.",
        from_games(_list),
        _is_forced,
    ),
    ExerciseSet(
        "partner",
        "Take the partner",
        "Pair the numbers that are left with a factor or a multiple. Take a number so that each "
        "reply has a free partner.",
        from_games(_list),
        _has_partner,
    ),
    ExerciseSet(
        "only",
        "Find the only move",
        "Only one number wins. All others leave your opponent a partner to take.",
        from_games(_list),
        _has_one_win,
    ),
)
