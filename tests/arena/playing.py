"""Small tournaments in this process, for tests to look at."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from divisor_duel.arena import Schedule, Terms, read_players, read_setups, run_serially
from divisor_duel.arena.run.rows import GameRow, Unplayed

BOTS = Path(__file__).with_name("bots.py")
PATIENT = Terms(seconds=100.0, start_seconds=100.0, patience=0.01)


def bot(kind: str) -> str:
    """One of the programs of `bots.py` as a player of that name."""
    return f"{kind}=cmd:{shlex.join([sys.executable, str(BOTS), kind])}"


def make_plan(players: list[str], games: str = "chain", rounds: int = 1, **terms: Any) -> Schedule:
    """A tournament on terms that a busy machine can keep."""
    all_terms = PATIENT._replace(**terms)
    all_terms = all_terms._replace(model_seconds=all_terms.seconds)
    setups = read_setups(games.split(","), all_terms.starts)
    return Schedule(read_players(players), setups, rounds, all_terms)


def play_rows(
    *players: str, games: str = "chain", rounds: int = 1, **terms: Any
) -> list[GameRow | Unplayed]:
    """The rows of a tournament, played here and now."""
    return list(run_serially(make_plan(list(players), games, rounds, **terms).tasks()))


def play(*players: str, **terms: Any) -> list[dict[str, Any]]:
    """The games of a tournament, as they are saved."""
    return [msgspec.to_builtins(row) for row in play_rows(*players, **terms)]


def living(words: str) -> list[str]:
    """The processes of this test that have `words` in their command.

    Tests run side by side, and each has a home folder of its own: what a test started, even by
    way of a process that is gone, has that folder in its environment, which `e` shows.
    """
    shown = subprocess.run(["ps", "eww", "-eo", "stat=,args="], capture_output=True, text=True)
    lines = [line.split(None, 1) for line in shown.stdout.splitlines()]
    ours = f"HOME={os.environ['HOME']}"
    return [args for stat, args in lines if words in args and ours in args and stat[0] != "Z"]


def timeless(saved: dict[str, Any]) -> dict[str, Any]:
    """A saved game without what differs from run to run."""
    return {name: value for name, value in saved.items() if name != "seconds"}
