"""How time and memory of the engine's answers grow with the size of a game.

Each answer values every first move from a cold start. Where growth is exponential in the
size, the factor per step is shown instead of an exponent.
"""

from __future__ import annotations

import math
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from statistics import linear_regression
from typing import NamedTuple

from benchmarks.engine import AMPLE_TIME, NO_TIME, judge, ready
from benchmarks.growth import HIGHLY_COMPOSITE
from benchmarks.measure import Task, duration, seconds, slope, table
from benchmarks.processes import in_fork
from divisor_duel import GAMES
from divisor_duel.engine.clock import Clock
from divisor_duel.factors import proper_divisors
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import span, without_multiples

REPEATS = 3


class Series(NamedTuple):
    """Answers of growing size."""

    title: str
    """Name of the game and the question."""
    unit: str
    """What the sizes count."""
    sizes: Sequence[int]
    """The sizes."""
    task: Callable[[int], object]
    """Computes the answer for one size."""
    factor: bool = False
    """Whether the cost grows exponentially with the size."""


def judge_sized(name: str, option: str, extras: float, size: int) -> None:
    """Value every first move of a game of the given size."""
    judge(GAMES[name](**{option: size}), extras)


def judge_base(base: int) -> None:
    """Value every first move of Digits with a prime target in the given base."""
    judge(GAMES["digits"](base=base, target=97), AMPLE_TIME)


def decide_openings(high: int) -> None:
    """Solve every opening of 2..`high` in plain Python, without proved openings."""
    solver, everything = ListSolver(2, high, Clock(1.0)), span(2, high)
    for move in range(high, 1, -1):
        solver.is_lost(without_multiples(everything, move), Clock())


def value_divisors(index: int) -> None:
    """Value every divisor of a number that has very many."""
    judge_sized("countdown", "start", NO_TIME, HIGHLY_COMPOSITE[index])


SERIES = (
    Series("divider, who wins", "n of 2..n", (24, 28, 32, 36, 40), decide_openings, factor=True),
    Series(
        "ladder, with remoteness",
        "n of 2..n",
        (500, 1000, 2000, 4000, 8000),
        partial(judge_sized, "ladder", "high", AMPLE_TIME),
    ),
    Series(
        "countdown, with remoteness",
        "start",
        (3000, 10_000, 30_000, 100_000, 300_000),
        partial(judge_sized, "countdown", "start", AMPLE_TIME),
    ),
    Series(
        "chain, who wins",
        "n of 2..n",
        (500, 1000, 2000, 4000, 8000),
        partial(judge_sized, "chain", "high", NO_TIME),
    ),
    Series(
        "digits base 10, table of remainders",
        "target number",
        (101, 307, 1009, 3001, 8009),
        partial(judge_sized, "digits", "target", AMPLE_TIME),
    ),
    Series(
        "digits target 97, table of remainders", "base", (8, 9, 10, 11, 12), judge_base, factor=True
    ),
)


def cold_seconds(task: Task) -> float:
    """Return the best time of a few runs, each from a cold start."""
    return min(in_fork(seconds, task) for _ in range(REPEATS))


def megabytes(task: Task) -> float:
    """Return the peak memory of a task; tracing it makes the task slower."""
    tracemalloc.start()
    task()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def growth(series: Series, figures: Sequence[float]) -> str:
    """Return the exponent of the size, or the factor of the cost for each step."""
    if series.factor:
        logs = [math.log(figure) for figure in figures]
        return f"x {math.exp(linear_regression(series.sizes, logs).slope):.2f} per step"
    return f"size^{slope(series.sizes, figures):.2f}"


def print_series(series: Series) -> None:
    """Print one table: time and memory by size, and their growth."""
    tasks = [partial(series.task, size) for size in series.sizes]
    times = [cold_seconds(task) for task in tasks]
    peaks = [in_fork(megabytes, task) for task in tasks]
    rows = [
        ("time", *map(duration, times), growth(series, times)),
        ("memory, MB", *(f"{peak:.2g}" for peak in peaks), growth(series, peaks)),
    ]
    head = (series.unit, *(f"{size:,}" for size in series.sizes), "growth")
    table(f"Growth: {series.title}", head, rows)


def print_divisors() -> None:
    """Print Countdown without remoteness, where the number of divisors matters."""
    indexes = range(4, 16)
    counts = [len(proper_divisors(HIGHLY_COMPOSITE[index])) for index in indexes]
    tasks = [partial(value_divisors, index) for index in indexes]
    times = [cold_seconds(task) for task in tasks]
    peaks = [in_fork(megabytes, task) for task in tasks]
    rows = [
        (f"{count:,}", duration(time), f"{peak:.2g}")
        for count, time, peak in zip(counts, times, peaks, strict=True)
    ]
    rows.append(("growth", f"size^{slope(counts, times):.2f}", f"size^{slope(counts, peaks):.2f}"))
    table("Growth: countdown, who wins, starts to 10^18", ("moves", "time", "memory, MB"), rows)


def run() -> None:
    """Print how the cost of the engine's answers grows, game by game."""
    for kind in GAMES.values():
        ready(kind())
    for series in SERIES:
        print_series(series)
    print_divisors()
