"""Random games per second, compared with the same games as OpenSpiel Python games.

Both sides use public calls only, and at every move ask whether the game is over, which
moves are legal, and for the next position. Both use the same random numbers, so they
play exactly the same games. Each round has a new seed, so that caches of the previous
round do not help. Ours refuses illegal moves and leaves the old position intact; the
ports do neither.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

from benchmarks.measure import at_least, contest, seconds, table
from divisor_duel import GAMES
from divisor_duel.game import AnyGame

TARGET = 3.0
ROUNDS = 15
SECONDS = 0.1
"""Approximate time of one side in one round, in seconds."""

Playouts = Callable[[int, int], None]
"""Plays random games; the arguments are their number and the seed."""


def our_playouts(game: AnyGame) -> Playouts:
    """Return a function that plays random games with this package."""

    def play(games: int, seed: int) -> None:
        rng = random.Random(seed).random
        for _ in range(games):
            position = game.start()
            while game.outcome(position) is None:
                legal = game.legal_moves(position)
                position = game.play(position, legal[int(rng() * len(legal))])

    return play


def port_playouts(port: Any) -> Playouts:
    """Return a function that plays the same games with OpenSpiel."""

    def play(games: int, seed: int) -> None:
        rng = random.Random(seed).random
        for _ in range(games):
            state = port.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng() * len(legal))])
            state.returns()

    return play


def games_for(play: Playouts) -> int:
    """Return the number of games that fill the time of one round."""
    games = 50
    while True:
        spent = seconds(partial(play, games, 0))
        if spent >= SECONDS / 4:
            return max(1, round(games * SECONDS / spent))
        games *= 2


def compare(name: str, ours: Playouts, theirs: Playouts) -> tuple[str, ...]:
    """Return the row of one game: both rates and their ratio."""
    games = games_for(theirs)
    ours(games, 0)  # theirs is warm by now as well
    our_seeds, their_seeds = count(1), count(1)
    result = contest(
        lambda: ours(games, next(our_seeds)), lambda: theirs(games, next(their_seeds)), ROUNDS
    )
    rates = (f"{games / result.ours:,.0f}", f"{games / result.theirs:,.0f}")
    figure = 1 / result.ratio
    return (name, *rates, f"{figure:.1f}", *at_least(figure, TARGET))


def run() -> None:
    """Check that ports and games agree, then print games per second for both."""
    try:
        from benchmarks.openspiel_ports import check, load
    except ModuleNotFoundError as problem:
        print(f"\nRandom games: not measured, {problem}; `make bench` installs it")
        return
    check()
    rows = [
        compare(name, our_playouts(kind()), port_playouts(load(name)))
        for name, kind in GAMES.items()
    ]
    head = ("game", "games/s", "OpenSpiel port", "ratio", "target", "")
    table("Random games, every move checked", head, rows)
