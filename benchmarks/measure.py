"""Tools of all sections: timing, ratios, slopes, targets and tables."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from statistics import linear_regression, median
from typing import NamedTuple

Task = Callable[[], object]
Clock = Callable[[], float]


class Contest(NamedTuple):
    """Two tasks measured alternately."""

    ours: float
    """The best time of the first task, in seconds."""
    theirs: float
    """The best time of the second task, in seconds."""
    ratio: float
    """The median, over all rounds, of the first time divided by the second."""


def seconds(task: Task, clock: Clock = time.process_time) -> float:
    """Run the task once and return the seconds it took.

    The default clock counts the CPU time of this process, which other programs disturb
    less than wall-clock time.
    """
    before = clock()
    task()
    return clock() - before


def contest(ours: Task, theirs: Task, rounds: int, clock: Clock = time.process_time) -> Contest:
    """Measure two tasks alternately, so that a busy machine affects both."""
    times = [(seconds(ours, clock), seconds(theirs, clock)) for _ in range(rounds)]
    return Contest(
        ours=min(first for first, _ in times),
        theirs=min(second for _, second in times),
        ratio=median(first / second for first, second in times),
    )


def slope(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Return the exponent e of the best fit time = c x size^e."""
    return linear_regression([math.log(n) for n in sizes], [math.log(t) for t in times]).slope


def at_least(figure: float, target: float) -> tuple[str, str]:
    """Return the target and its mark, for a figure that should be large."""
    return f">= {target:g}", "ok" if figure >= target else "missed"


def at_most(figure: float, target: float) -> tuple[str, str]:
    """Return the target and its mark, for a figure that should be small."""
    return f"<= {target:g}", "ok" if figure <= target else "missed"


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with the first column left-aligned and the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    print(f"\n{title}\n")
    for row in (head, ["-" * width for width in widths], *rows):
        first, *others = (
            cell.rjust(width) if index else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  " + "  ".join([first, *others]).rstrip())


def duration(value: float) -> str:
    """Format a time in s, ms or us."""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if value * factor >= 1:
            return f"{value * factor:.3g} {unit}"
    return f"{value * 1e6:.3g} us"
