"""Small tournaments in this process, for tests to look at."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from divisor_duel.arena import Plan, Terms, read_players, read_setups, run_serially

BOTS = Path(__file__).with_name("bots.py")
QUICK = Terms(seconds=0.5, start_seconds=60.0, patience=0.01)

OWN = f"DUEL_TEST_RUN={os.getpid()}."
os.environ["DUEL_TEST_RUN"] = OWN.partition("=")[2]  # what is started here has it: other tests run beside this


def bot(kind: str) -> str:
    """One of the programs of `bots.py` as a player of that name."""
    return f"{kind}=cmd:{shlex.join([sys.executable, str(BOTS), kind])}"


def make_plan(players: list[str], games: str = "chain", rounds: int = 1, **terms: Any) -> Plan:
    """A tournament on quick terms."""
    all_terms = QUICK._replace(**terms)
    all_terms = all_terms._replace(model_seconds=all_terms.seconds)
    setups = read_setups(games.split(","), all_terms.starts)
    return Plan(read_players(players), setups, rounds, all_terms)


def play(
    *players: str, games: str = "chain", rounds: int = 1, **terms: Any
) -> list[dict[str, Any]]:
    """The games of a tournament, played here and now."""
    return list(run_serially(make_plan(list(players), games, rounds, **terms).tasks()))


def living(words: str) -> list[str]:
    """The processes that this one has started, or those have, with `words` in their command."""
    shown = subprocess.run(["ps", "axeww", "-o", "stat=,args="], capture_output=True, text=True)
    lines = [line.split(None, 1) for line in shown.stdout.splitlines()]
    return [args for stat, args in lines if words in args and OWN in args and stat[0] != "Z"]


def timeless(line: dict[str, Any]) -> dict[str, Any]:
    """A game without what differs from run to run."""
    return {name: value for name, value in line.items() if name != "seconds"}
