"""Random games per second in batches, compared with one game at a time and with bare loops.

Batches and single games use public calls only: draw a random legal move, have it checked
and played, and learn who won. A batch restarts finished games, so that after a while games
of every length end in each round in proportion; the first steps, before that, are not counted.
"""

from __future__ import annotations

import resource
from functools import partial
from statistics import median

import numpy as np

from benchmarks.bare_loops import bare_loop
from benchmarks.measure import at_least, seconds, table
from benchmarks.playouts import SECONDS, games_for, our_playouts
from divisor_duel import GAMES
from divisor_duel.batch import Batch, batch

TARGET = 20.0
ROUNDS = 15
GAMES_AT_ONCE = 4096
STEPS = 100
"""Moves per game of the batch in one round."""
SIZES = (1024, 4096, 16_384, 65_536)
MOVES = 1_000_000
"""Moves of all games together in one round of a size."""
BARE_TARGET = 0.5
"""Target for our rate divided by that of a loop that checks nothing."""


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


def beside_bare_loop(name: str, size: int) -> tuple[float, float, float]:
    """Return steps per second, page faults a step, and the median ratio to a bare loop."""
    games, rng, loop = (
        batch(name, size, auto_reset=True),
        np.random.default_rng(1),
        bare_loop(name, size),
    )
    steps = MOVES // size
    play_steps(games, rng, 20)
    loop(rng.random(size))
    ours, ratios = [], []
    faults = _page_faults()
    for _ in range(ROUNDS):
        spent = seconds(partial(play_steps, games, rng, steps))
        bare = seconds(lambda: [loop(rng.random(size)) for _ in range(steps)])
        ours.append(steps * size / spent)
        ratios.append(bare / spent)
    return max(ours), (_page_faults() - faults) / (ROUNDS * steps), median(ratios)


def _page_faults() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


def run() -> None:
    """Print games per second in a batch, one by one, and beside bare loops."""
    one_by_one()
    sizes()


def one_by_one() -> None:
    """Print games per second in a batch and one by one, for every game."""
    rows = []
    for name in GAMES:
        ours, theirs, ratio = rates(name)
        cells = (f"{ours:,.0f}", f"{theirs:,.0f}", f"{ratio:.1f}")
        rows.append((name, *cells, *at_least(ratio, TARGET)))
    title = f"Random games, {GAMES_AT_ONCE} at once, about {SECONDS:g} s a round"
    table(title, ("game", "games/s", "one by one", "ratio", "target", ""), rows)


def sizes() -> None:
    """Print steps per second of batches of each size, beside bare loops."""
    rows = []
    for name in GAMES:
        for size in SIZES:
            steps, faults, ratio = beside_bare_loop(name, size)
            cells = (f"{size:,}", f"{steps / 1e6:.1f} M", f"{faults:.1f}", f"{ratio:.2f}")
            rows.append((name, *cells, *at_least(ratio, BARE_TARGET)))
    columns = ("game", "at once", "steps/s", "page faults a step", "of a bare loop", "target", "")
    table("Random moves, beside a bare numba loop", columns, rows)


if __name__ == "__main__":
    run()
