"""Random games per second in batches, compared with one game at a time.

Both sides use public calls only: draw a random legal move, have it checked and played,
and learn who won. A batch restarts finished games, so that after a while games of every
length end in each round in proportion; the first steps, before that, are not counted.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks.measure import at_least, seconds, table
from benchmarks.playouts import SECONDS, games_for, our_playouts
from divisor_duel import GAMES
from divisor_duel.batch import Batch, batch

TARGET = 20.0
ROUNDS = 15
GAMES_AT_ONCE = 4096
STEPS = 100
"""Moves per game of the batch in one round."""


def play_steps(games: Batch, rng: np.random.Generator, steps: int = STEPS) -> int:
    """Play random moves in all games, and return the number of games that ended."""
    return sum(int(np.count_nonzero(games.step(games.sample(rng)))) for _ in range(steps))


def rates(name: str) -> tuple[float, float, float]:
    """Return games per second in a batch and one by one, and their median ratio."""
    one_by_one = our_playouts(GAMES[name]())
    number = games_for(one_by_one)
    games, rng = batch(name, GAMES_AT_ONCE, auto_reset=True), np.random.default_rng(1)
    play_steps(games, rng)
    both = []
    for round_number in range(ROUNDS):
        ended: list[int] = []
        spent = seconds(lambda ended=ended: ended.append(play_steps(games, rng)))  # type: ignore[misc]
        alone = seconds(partial(one_by_one, number, round_number + 1))
        both.append((ended[0] / spent, number / alone))
    ratio = float(np.median([ours / theirs for ours, theirs in both]))
    return max(ours for ours, _ in both), max(theirs for _, theirs in both), ratio


def run() -> None:
    """Print games per second in a batch and one by one, for every game."""
    rows = []
    for name in GAMES:
        ours, theirs, ratio = rates(name)
        cells = (f"{ours:,.0f}", f"{theirs:,.0f}", f"{ratio:.1f}")
        rows.append((name, *cells, *at_least(ratio, TARGET)))
    title = f"Random games, {GAMES_AT_ONCE} at once, about {SECONDS:g} s a round"
    table(title, ("game", "games/s", "one by one", "ratio", "target", ""), rows)


if __name__ == "__main__":
    run()
