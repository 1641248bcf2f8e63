"""Start-up time of the command, compared with a bare Python interpreter.

Both are measured in CPU time, which other programs disturb less than wall-clock time. Modules
are read as bytecode, as after an installation: Python writes it to a folder of this benchmark,
even where that is switched off.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from functools import partial
from tempfile import TemporaryDirectory

from benchmarks.measure import at_most, contest, duration, table

ROUNDS = 20
DUEL = ("-m", "divisor_duel")
BARE = ("-c", "pass")
COMMANDS = {
    "import divisor_duel": (("-c", "import divisor_duel"), 1.15),
    "duel --version": ((*DUEL, "--version"), 4.0),
    "duel games": ((*DUEL, "games"), 6.0),
    "duel --help": ((*DUEL, "--help"), 6.0),
    "duel, to the first prompt": (DUEL, 6.0),
}
"""What is measured, with the target of its ratio."""


def start(arguments: tuple[str, ...], environment: dict[str, str]) -> None:
    """Run Python to the end, without input; CalledProcessError if it fails."""
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment,
    )


def children_seconds() -> float:
    """Return the CPU seconds of all processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def run() -> None:
    """Print the CPU time of commands that people wait for."""
    rows = []
    with TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for name, (arguments, target) in COMMANDS.items():
            ours, bare = (partial(start, each, environment) for each in (arguments, BARE))
            ours()  # writes the bytecode
            result = contest(ours, bare, ROUNDS, clock=children_seconds)
            figures = (duration(result.ours), duration(result.theirs), f"{result.ratio:.2f}")
            rows.append((name, *figures, *at_most(result.ratio, target)))
    head = ("command", "best time", "python -c pass", "ratio", "target", "")
    table("Start-up, in CPU time", head, rows)
