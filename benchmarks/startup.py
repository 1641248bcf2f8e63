"""Start-up time of the command, compared with a bare Python interpreter."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from benchmarks.measure import at_most, contest, duration, table

TARGET = 4.0
ROUNDS = 20


def start(*command: str) -> None:
    """Run a command to the end; CalledProcessError if it fails."""
    subprocess.run(command, check=True, capture_output=True)


def run() -> None:
    """Print the wall-clock time of ``duel --version``, which is what people wait for."""
    duel = str(Path(sys.executable).with_name("duel"))
    bare = (sys.executable, "-c", "pass")
    try:
        start(duel, "--version")
    except (OSError, subprocess.CalledProcessError) as problem:
        print(f"\nStart-up: not measured, {problem}")
        return
    result = contest(
        lambda: start(duel, "--version"), lambda: start(*bare), ROUNDS, clock=time.perf_counter
    )
    rows = [
        ("python -c pass", duration(result.theirs), "1.0", "", ""),
        (
            "duel --version",
            duration(result.ours),
            f"{result.ratio:.1f}",
            *at_most(result.ratio, TARGET),
        ),
    ]
    table("Start-up", ("command", "best time", "ratio", "target", ""), rows)
