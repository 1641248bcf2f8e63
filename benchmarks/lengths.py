"""How far winners and lengths are found beyond the theories: by `duel analyze` in fresh processes.

Seconds are processor time of the whole process, so starting Python and loading compiled code
count. With ``DUEL_SOURCE=FOLDER`` the commands run another version's ``src``, to compare.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.measure import duration, table
from divisor_duel import GAMES

SECONDS = 900.0
"""Time limit of each question, so that all of them end."""
SHORT = 0.5
"""Time limit of a position in Digits."""
COUNTDOWN = (720_720, 10_000_000, 100_000_000, 1_000_000_000)
MISERE = (20, 24, 28, 30)
SUMS = (
    ("divider:high=9", "countdown:start=60"),
    ("divider:high=14", "countdown:start=60"),
    ("chain:high=12", "divider:high=12"),
)
DIGITS = 40
"""How many random positions of Digits, in bases 11 to 36, with targets below the theorem's."""


class Answer(NamedTuple):
    """What one command found."""

    found: dict[str, Any]
    """The analysis, as `duel analyze --json` prints it."""
    seconds: float
    """Processor time of its process."""


def analyze(*arguments: str, seconds: float = SECONDS) -> Answer:
    """Run `duel analyze` in a fresh process."""
    environment = dict(os.environ)
    if "DUEL_SOURCE" in environment:
        environment["PYTHONPATH"] = str(Path(environment["DUEL_SOURCE"]).resolve())
    command = [sys.executable, "-m", "divisor_duel", "analyze", *arguments, "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(
        [*command, "--seconds", f"{seconds:g}"], capture_output=True, env=environment, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Answer(json.loads(run.stdout), spent)


def row(name: str, *arguments: str) -> tuple[str, ...]:
    """Return a row: what is known of the position and its moves, and the time."""
    found, seconds = analyze(*arguments)
    moves = found["moves"]
    settled = sum(move["value"] != "unknown" for move in moves)
    lengths = sum(move["remoteness"] is not None for move in moves)
    plies = "-" if found["remoteness"] is None else str(found["remoteness"])
    shares = (f"{settled} of {len(moves)}", f"{lengths} of {len(moves)}")
    return name, found["value"], plies, *shares, duration(seconds)


def digits() -> None:
    """Print for how many random positions of Digits a length is found."""
    rng, known, asked = Random(1), 0, 0
    while asked < DIGITS:
        base = rng.randrange(11, 37)
        target = rng.randrange(2, base * base - base - 1)
        game = GAMES["digits"](target=target, base=base)
        position, moves = game.start(), list[str]()
        for _ in range(rng.randrange(base - 1)):
            legal = game.legal_moves(position)
            if legal:
                moves.append(game.format_move(rng.choice(legal)))
                position = game.play(position, game.parse_move(moves[-1]))
        if game.outcome(position):
            continue
        options = ("digits", "--base", f"{base}", "--target", f"{target}")
        found = analyze(*options, "--moves", " ".join(moves), seconds=SHORT).found
        known += found["remoteness"] is not None
        asked += 1
    print(f"\n  Digits, bases 11 to 36, {SHORT:g} s each: {known} of {asked} lengths")


def run() -> None:
    """Print what `duel analyze` finds, and how long it takes."""
    rows = [row(f"countdown {n:,}", "countdown", "--start", f"{n}") for n in COUNTDOWN]
    for high in MISERE:
        rows.append(
            row(f"divider 2..{high}, misère", "divider", "--high", f"{high}", "--ending", "misere")
        )
    rows += [row(f"{one} and {two}", "sum", "--one", one, "--two", two) for one, two in SUMS]
    head = ("position", "value", "length", "winners of moves", "lengths of moves", "time")
    table(f"Winners and lengths within {SECONDS:g} s", head, rows)
    digits()
