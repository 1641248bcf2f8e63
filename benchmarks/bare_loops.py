"""Random games as bare numba loops: the limit for batches, which also check every move.

Each loop plays one random move in every game of a default set-up, restarts finished games
and counts them. Nothing is checked, and nobody sees the moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from divisor_duel import GAMES
from divisor_duel.batch.sets import pack
from divisor_duel.numbers import multiples, relatives, span

Loop = Callable[[Any], int]
"""Plays one move in every game, given a random number for each; returns how many ended."""

ONE = np.uint64(1)


@njit(cache=False)
def member(word: Any, chance: float) -> int:
    """Return a random member of a set of numbers up to 63."""
    total = 0
    rest = word
    while rest:
        rest &= rest - ONE
        total += 1
    for _ in range(int(chance * total)):
        word &= word - ONE
    place = 0
    while not word & ONE:
        word >>= ONE
        place += 1
    return place


@njit(cache=False)
def divider_step(pool: Any, start: Any, survivors: Any, chances: Any) -> int:
    """Remove a random number with its multiples in every game."""
    ended = 0
    for game in range(len(pool)):
        pool[game] &= survivors[member(pool[game], chances[game])]
        if not pool[game]:
            pool[game] = start
            ended += 1
    return ended


@njit(cache=False)
def chain_step(pool: Any, last: Any, start: Any, answers: Any, chances: Any) -> int:
    """Answer the last number in every game."""
    ended = 0
    for game in range(len(pool)):
        move = member(pool[game] & answers[last[game]], chances[game])
        pool[game] &= ~(ONE << np.uint64(move))
        last[game] = move
        if not pool[game] & answers[move]:
            pool[game], last[game] = start, 0
            ended += 1
    return ended


@njit(cache=False)
def ladder_step(pool: Any, own: Any, other: Any, start: Any, above: Any, chances: Any) -> int:
    """Climb to a multiple in every game."""
    ended = 0
    for game in range(len(pool)):
        move = member(pool[game] & above[own[game]], chances[game])
        pool[game] &= ~(ONE << np.uint64(move))
        own[game], other[game] = other[game], move
        if not pool[game] & above[own[game]]:
            pool[game], own[game], other[game] = start, 1, 1
            ended += 1
    return ended


@njit(cache=False)
def digits_step(pool: Any, remainder: Any, start: Any, target: int, chances: Any) -> int:
    """Append a digit in every game."""
    ended = 0
    for game in range(len(pool)):
        move = member(pool[game], chances[game])
        pool[game] &= ~(ONE << np.uint64(move))
        remainder[game] = (remainder[game] * 10 + move) % target
        if remainder[game] == 0 or not pool[game]:
            pool[game], remainder[game] = start, 0
            ended += 1
    return ended


@njit(cache=False)
def countdown_step(number: Any, start: int, divisors: Any, counts: Any, chances: Any) -> int:
    """Subtract a divisor in every game."""
    ended = 0
    for game in range(len(number)):
        left = number[game]
        left -= divisors[left, int(chances[game] * counts[left])]
        if not counts[left]:
            left = start
            ended += 1
        number[game] = left
    return ended


def bare_loop(name: str, games: int) -> Loop:
    """Return the bare loop of a game's default set-up."""
    made = {
        "divider": _divider,
        "ladder": _ladder,
        "countdown": _countdown,
        "chain": _chain,
        "digits": _digits,
    }
    return made[name](games)


def _pools(start: int, games: int) -> tuple[Any, Any]:
    return np.full(games, start, np.uint64), np.uint64(start)


def _divider(games: int) -> Loop:
    game: Any = GAMES["divider"]()
    pool, start = _pools(span(game.low, game.high), games)
    gone = [0, *(multiples(number, game.high) for number in range(1, game.high + 1))]
    survivors = ~pack(gone)[0]
    return lambda chances: divider_step(pool, start, survivors, chances)


def _chain(games: int) -> Loop:
    game: Any = GAMES["chain"]()
    pool, start = _pools(span(game.low, game.high), games)
    numbers = range(1, game.high + 1)
    answers = pack([int(start), *(relatives(number, game.high) for number in numbers)])[0]
    last = np.zeros(games, np.int64)
    return lambda chances: chain_step(pool, last, start, answers, chances)


def _ladder(games: int) -> Loop:
    game: Any = GAMES["ladder"]()
    pool, start = _pools(span(2, game.high), games)
    above = pack([0, *(multiples(number, game.high) for number in range(1, game.high + 1))])[0]
    own, other = np.ones(games, np.int64), np.ones(games, np.int64)
    return lambda chances: ladder_step(pool, own, other, start, above, chances)


def _digits(games: int) -> Loop:
    game: Any = GAMES["digits"]()
    pool, start = _pools(span(1, game.base - 1), games)
    remainder = np.zeros(games, np.int64)
    return lambda chances: digits_step(pool, remainder, start, game.target, chances)


def _countdown(games: int) -> Loop:
    game: Any = GAMES["countdown"]()
    rows = [[d for d in range(2, number) if number % d == 0] for number in range(game.begin + 1)]
    divisors = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, found in enumerate(rows):
        divisors[row, : len(found)] = found
    counts = np.array([len(row) for row in rows], np.int64)
    number = np.full(games, game.begin, np.int64)
    return lambda chances: countdown_step(number, game.begin, divisors, counts, chances)
