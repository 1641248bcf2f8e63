"""How long people wait: first questions in fresh processes, and limits that are kept.

Times are CPU times, so a busy machine changes little. `duel warm` must have run once, or the
section compiles the fast searches first.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random
from time import process_time
from typing import Any

from benchmarks.curve import processor_clock
from benchmarks.measure import at_most, duration, table
from benchmarks.processes import in_process
from benchmarks.startup import children_seconds
from divisor_duel import GAMES, analyze
from divisor_duel.engine import Engine, compiled
from divisor_duel.game import AnyGame

LIMITS = (0.5, 2.0)
"""Time limits, in seconds, whose overrun is measured."""

MOST_OVERRUN, MOST_LOADED_SECONDS = 1.1, 0.15

HARD = (
    ("divider", {"high": 100}, 0),
    ("divider", {"high": 80}, 4),
    ("divider", {"high": 60}, 3),
    ("chain", {"high": 100}, 0),
    ("chain", {"high": 120, "opening": "even"}, 2),
    ("divider", {"high": 40, "ending": "misere"}, 2),
)
"""Set-ups that take longer than the limits, with the number of moves made."""


def position_of(game: AnyGame, plies: int) -> Any:
    """Return a position after random moves among the larger numbers."""
    position, rng = game.start(), Random(1)
    for _ in range(plies):
        legal = game.legal_moves(position)
        position = game.play(position, rng.choice(legal[len(legal) // 2 :]))
    return position


def loaded() -> None:
    """Load the compiled searches, as a server's worker does after its start."""
    for name in compiled.modules_of(GAMES.values()):
        compiled.load(name)


def overrun(name: str, options: dict[str, Any], plies: int, seconds: float) -> float:
    """Return how many times its limit an analysis took, with the searches loaded."""
    loaded()
    game = GAMES[name](**options)
    position, began = position_of(game, plies), process_time()
    Engine(clock=processor_clock).analyze(game, position, seconds)
    return (process_time() - began) / seconds


def chain_default(load: bool) -> tuple[float, int]:
    """Return the CPU time of Chain's default analysis, and how many lengths it finds."""
    if load:
        loaded()
    game = GAMES["chain"]()
    began = process_time()
    analysis = analyze(game, game.start())
    spent = process_time() - began
    return spent, sum(move.remoteness is not None for move in analysis.moves)


def run() -> None:
    """Print first questions and overruns."""
    before = children_seconds()
    subprocess.run([sys.executable, "-m", "divisor_duel", "warm"], check=True, capture_output=True)
    print(f"\nduel warm: {duration(children_seconds() - before)} of CPU time")
    rows = []
    for what, load in (("first question of a process", False), ("searches loaded", True)):
        spent, lengths = in_process(chain_default, load, limit=60) or (float("nan"), 0)
        target = at_most(spent, MOST_LOADED_SECONDS) if load else ("", "")
        rows.append((what, duration(spent), f"{lengths} of 49", *target))
    head = ("chain, default", "analyze", "lengths", "target, s", "")
    table("Chain's default analysis", head, rows)
    rows = []
    for name, options, plies in HARD:
        label = f"{name} {' '.join(map(str, options.values()))}, after {plies} moves"
        for seconds in LIMITS:
            ratio = in_process(overrun, name, options, plies, seconds, limit=60) or float("nan")
            rows.append((label, f"{seconds:g} s", f"{ratio:.2f}", *at_most(ratio, MOST_OVERRUN)))
    table("Time taken, as a share of the limit", ("position", "limit", "", "target", ""), rows)
