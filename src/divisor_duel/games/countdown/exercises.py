"""Exercises for Countdown, one set for each idea of the game."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from divisor_duel.factors import is_prime
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.countdown.strategy import LeaveOdd
from divisor_duel.learn.exercises import Exercise, ExerciseSet, ExerciseSets, from_games

LARGEST = (30, 100, 250, 900)
"""The largest starting number, by level."""


SHARE_OF_POWERS = 0.2
"""How many numbers with many twos are powers of two."""

PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29)
"""Odd factors of numbers with many twos; a level has the first few."""

CountdownExercise: TypeAlias = Exercise[Countdown, CountdownPosition]
"""An exercise of this game."""


def _even(rng: Random, level: int) -> Countdown:
    """Return an even start of a level."""
    return Countdown(start=2 * rng.randint(LARGEST[level] // 6, LARGEST[level] // 2))


def _many_twos(rng: Random, level: int) -> Countdown:
    """Return a start with many twos: a power of two, or one times a prime."""
    if rng.random() < SHARE_OF_POWERS:
        return Countdown(4 ** rng.randint(2, level + 4))
    return Countdown(2 ** rng.randint(2, level + 3) * rng.choice(PRIMES[: 2 * level + 3]))


def _leaves_odd(exercise: CountdownExercise) -> bool:
    """Return whether a long win starts with an odd number left."""
    number = exercise.position.number
    return exercise.uses(LeaveOdd) and all((number - move) % 2 for move in exercise.winning)


def _has_many_twos(exercise: CountdownExercise) -> bool:
    """Return whether the number is a power of two, or one times a prime."""
    number = exercise.position.number
    odd = number // (number & -number)
    return number % 4 == 0 and (odd == 1 or is_prime(odd))


def _is_rare(exercise: CountdownExercise) -> bool:
    """Return whether only one or two of many moves win."""
    return len(exercise.winning) <= 2 and 4 * len(exercise.winning) <= len(exercise.values)


def _number(exercise: CountdownExercise) -> int:
    """Return the number: with the same one, two positions are the same exercise."""
    number: int = exercise.position.number
    return number


EXERCISES: ExerciseSets[Countdown, CountdownPosition] = (
    ExerciseSet(
        "odd",
        "Leave an odd number",
        "An odd number loses: it can only become even. So subtract an odd divisor.",
        from_games(_even),
        _leaves_odd,
        _number,
    ),
    ExerciseSet(
        "twos",
        "Count the twos",
        "Halve the number until it is odd. You can subtract that odd number. Is it 1? Then leave "
        "2, 8, 32 or 128: each has an odd number of twos.",
        from_games(_many_twos),
        _has_many_twos,
        _number,
    ),
    ExerciseSet(
        "rare",
        "Find the rare win",
        "Most divisors lose here. Look for the few odd ones, or leave 2, 8, 32 or 128.",
        from_games(_even),
        _is_rare,
        _number,
    ),
)
