"""Exact values for training: positions per second with every move valued.

`divisor_duel.batch.exact_values.values` takes one position at a time, `batch_values` all games of a
batch. They are compared with `analyze`, which also counts moves and gives reasons. There
is no comparison with OpenSpiel: it would have to solve the whole game, which is
impossible for most of these set-ups.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import numpy as np

from benchmarks.measure import at_least, seconds, table
from divisor_duel import GAMES, analyze
from divisor_duel.batch import make_batch
from divisor_duel.batch.exact_values import batch_values, values
from divisor_duel.game import AnyGame
from divisor_duel.play.random_games import random_game

POSITIONS = 400
ANALYZED = 40
GAMES_AT_ONCE = 512
STEPS = 8
TARGET = 1000.0
"""Target rate in the rule books' set-ups, in positions per second."""


def positions(game: AnyGame, count: int) -> list[Any]:
    """Return distinct positions of random games that are not over."""
    rng, distinct = Random(1), dict[Any, None]()
    for _ in range(40 * count):
        for turn in random_game(game, rng):
            distinct[turn.position] = None
        if len(distinct) >= count:
            break
    return list(islice(distinct, count))


def batch_rate(game: AnyGame) -> float:
    """Return positions per second, for all games of a batch at once."""
    games, rng = make_batch(game, GAMES_AT_ONCE, auto_reset=True), np.random.default_rng(1)

    def play() -> None:
        for _ in range(STEPS):
            batch_values(games)
            games.step(games.sample(rng))

    return STEPS * GAMES_AT_ONCE / seconds(play)


def run() -> None:
    """Print the rates of every game."""
    rows = []
    for name, kind in GAMES.items():
        game = kind()
        asked = positions(game, POSITIONS)
        one = len(asked) / seconds(lambda: [values(game, position) for position in asked])  # noqa: B023
        few = asked[:ANALYZED]
        whole = len(few) / seconds(lambda: [analyze(game, position, 0.3) for position in few])  # noqa: B023
        many = batch_rate(game)
        cells = (f"{one:,.0f}", f"{many:,.0f}", f"{whole:,.0f}")
        rows.append((name, *cells, *at_least(min(one, many), TARGET)))
    head = ("game", "values", "batch_values", "analyze", "target", "")
    table("Positions per second, every legal move valued exactly", head, rows)
