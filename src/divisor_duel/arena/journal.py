"""The folder of a tournament: its settings, games, scores and report.

``games.jsonl`` has one line a game, and is all that a tournament needs to go on.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from divisor_duel import work
from divisor_duel.arena.playing import Line
from divisor_duel.arena.schedule import Plan, first_difference
from divisor_duel.errors import DuelError
from divisor_duel.files import write_whole
from divisor_duel.game import brief

NEEDED = {"key", "players", "winner", "forfeit", "faults", "start", "decisions", "seconds"}
"""What a line must have to count."""

GAMES, RESULTS, REPORT = "games.jsonl", "results.json", "report.html"


class Games(work.Journal[str, Line]):
    """The games that are over."""

    sync_seconds = 1.0

    def __init__(self, path: Path) -> None:
        problem = f"the tournament in {brief(str(path.parent))} is running in another window"
        self.busy = f"{problem}; wait for it or end it"
        super().__init__(path, lambda line: str(line["key"]), _read, _write)

    def trouble(self, problem: str) -> str:
        """The sentence for a folder that cannot be used."""
        return f"cannot keep games in {brief(str(self.path.parent))}: {problem}"


def _read(text: bytes) -> Line | None:
    try:
        line = json.loads(text)
        return line if line.keys() >= NEEDED else None
    except (ValueError, AttributeError, TypeError, RecursionError):
        return None


def _write(line: Line) -> bytes:
    return json.dumps(line).encode() + b"\n"


class Folder:
    """The folder of one tournament, in use by one process at a time."""

    def __init__(self, path: Path, plan: Plan, fresh: bool = False) -> None:
        self.path = path
        """Where it is."""
        self.games = Games(path / GAMES)
        """The games that are over, by key."""
        try:
            if fresh:  # first of all: games of other terms must never meet the new ones
                self.games.load(fresh=True)
            self._check(plan, fresh)
            self.games.load()
        except BaseException:
            self.games.close()
            raise

    @property
    def lines(self) -> dict[str, Line]:
        """The games that are over, by key."""
        return self.games.rows

    def _check(self, plan: Plan, fresh: bool) -> None:
        """Refuse a folder with games on other terms; remember the terms of this one."""
        settings, kept = plan.settings(), self._kept_settings()
        differing = None if fresh or not kept else first_difference(kept, settings)
        if differing:
            raise DuelError(
                f"{brief(str(self.path))} holds a tournament with other {differing}; "
                "name another folder with -o, or start anew with --fresh"
            )
        self.write(RESULTS, json.dumps({"settings": settings, "complete": False}, indent=1) + "\n")

    def _kept_settings(self) -> dict[str, Any] | None:
        try:
            kept = json.loads((self.path / RESULTS).read_bytes())["settings"]
        except (OSError, ValueError, LookupError, TypeError):
            return None
        return kept if isinstance(kept, dict) else None

    def write(self, name: str, text: str) -> None:
        """Write another file of the folder, whole."""
        with self.games.problems_told():
            write_whole(self.path / name, text.encode(errors="replace"))
            (self.path / name).chmod(0o666 & ~_umask())

    def close(self) -> None:
        """Let other processes have it."""
        self.games.close()


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
