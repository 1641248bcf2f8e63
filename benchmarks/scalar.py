"""Random games by the public calls, beside the same games as bare Python loops.

A bare loop is a few lines of Python for one game: local variables, tables of divisors and multiples
made beforehand, no positions, no players, no check of a move. It draws the same random numbers.
Both sides play full games until no move is legal, and ours then asks who won. The ratio says how
much of a bare loop's speed the public calls have, which check every move and leave the old
position as it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

from benchmarks.measure import at_least, contest, table
from benchmarks.playouts import Playouts, games_for
from divisor_duel import GAMES
from divisor_duel.factors import list_divisors
from divisor_duel.game import AnyGame
from divisor_duel.numbers import listed, multiples, relatives, span

ROUNDS = 15
DEFAULT_TARGET, LEAST_TARGET = 0.25, 0.15
GROWTH: dict[str, tuple[dict[str, int], ...]] = {
    "divider": ({}, {"high": 20}, {"high": 60}, {"high": 200}),
    "ladder": ({}, {"high": 200}, {"high": 1000}),
    "countdown": ({}, {"start": 1000}, {"start": 83160}),
    "chain": ({}, {"high": 200}, {"high": 1000}),
    "digits": ({}, {"base": 16, "target": 1000}, {"base": 36, "target": 1000}),
}
"""The set-ups of each game, the default first."""

Draw = Callable[[], float]
"""Returns a random number below 1."""


class Lists(dict[int, list[int]]):
    """The numbers in each set met so far, listed once."""

    def __missing__(self, mask: int) -> list[int]:
        numbers = self[mask] = list(listed(mask))
        return numbers


def divider(game: Any) -> Callable[[Draw], None]:
    """Return a bare loop of Divider Duel."""
    start, lists = span(game.low, game.high), Lists()
    kept = [~multiples(number, game.high) if number else 0 for number in range(game.high + 1)]

    def play(rng: Draw) -> None:
        left = start
        while left:
            legal = lists[left]
            left &= kept[legal[int(rng() * len(legal))]]

    return play


def ladder(game: Any) -> Callable[[Draw], None]:
    """Return a bare loop of Ladder."""
    start, lists = span(2, game.high), Lists()
    above = [multiples(number, game.high) if number else 0 for number in range(game.high + 1)]

    def play(rng: Draw) -> None:
        pool, own, other = start, 1, 1
        while mask := pool & above[own]:
            legal = lists[mask]
            move = legal[int(rng() * len(legal))]
            pool ^= 1 << move
            own, other = other, move

    return play


def countdown(game: Any) -> Callable[[Draw], None]:
    """Return a bare loop of Countdown."""
    divisors = [list_divisors(number) if number else () for number in range(game.begin + 1)]

    def play(rng: Draw) -> None:
        number = game.begin
        while legal := divisors[number]:
            number -= legal[int(rng() * len(legal))]

    return play


def chain(game: Any) -> Callable[[Draw], None]:
    """Return a bare loop of Chain."""
    start, lists = span(game.low, game.high), Lists()
    related = [relatives(number, game.high) if number else 0 for number in range(game.high + 1)]

    def play(rng: Draw) -> None:
        mask = pool = start
        while mask:
            legal = lists[mask]
            move = legal[int(rng() * len(legal))]
            pool ^= 1 << move
            mask = pool & related[move]

    return play


def digits(game: Any) -> Callable[[Draw], None]:
    """Return a bare loop of Digits."""
    start, base, target = list(range(1, game.base)), game.base, game.target

    def play(rng: Draw) -> None:
        left, number = start[:], 0
        while left:
            move = left.pop(int(rng() * len(left)))
            number = number * base + move
            if number % target == 0:
                return

    return play


BARE = {
    "divider": divider,
    "ladder": ladder,
    "countdown": countdown,
    "chain": chain,
    "digits": digits,
}


def public_playouts(game: AnyGame) -> Playouts:
    """Return a function that plays random games of this set-up by the public calls."""

    def play(games: int, seed: int) -> None:
        rng = random.Random(seed).random
        for _ in range(games):
            position = game.start()
            while legal := game.legal_moves(position):
                position = game.play(position, legal[int(rng() * len(legal))])
            game.outcome(position)

    return play


def bare_playouts(game: AnyGame) -> Playouts:
    """Return a function that plays random games of this set-up as a bare loop."""
    loop = BARE[game.id](game)

    def play(games: int, seed: int) -> None:
        rng = random.Random(seed).random
        for _ in range(games):
            loop(rng)

    return play


def compare(game: AnyGame, target: float) -> tuple[str, ...]:
    """Return the row of one set-up: both rates and their ratio."""
    ours, bare = public_playouts(game), bare_playouts(game)
    games = games_for(ours)
    bare(games, 0)
    our_seeds, bare_seeds = count(1), count(1)
    result = contest(
        lambda: ours(games, next(our_seeds)), lambda: bare(games, next(bare_seeds)), ROUNDS
    )
    rates = (f"{games / result.ours:,.0f}", f"{games / result.theirs:,.0f}")
    figure = 1 / result.ratio
    return (str(game), *rates, f"{figure:.2f}", *at_least(figure, target))


def run() -> None:
    """Print games per second of both sides, for the defaults and for large set-ups."""
    rows = [
        compare(GAMES[name](**options), LEAST_TARGET if options else DEFAULT_TARGET)
        for name, setups in GROWTH.items()
        for options in setups
    ]
    head = ("game", "games/s", "bare loop", "ratio", "target", "")
    table("Random games by the public calls, beside bare Python loops", head, rows)
