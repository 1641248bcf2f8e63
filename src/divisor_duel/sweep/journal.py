"""The file in which the rows of a sweep are saved.

There is one file for each game, its fixed options and the swept option, so a
longer range reuses the rows of a shorter one.
"""

from __future__ import annotations

from pathlib import Path

from divisor_duel import jobs
from divisor_duel.files import cache_folder
from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import Row
from divisor_duel.version import __version__


def journal_path(plan: Plan) -> Path:
    """Return the file of a plan's rows; XDG_CACHE_HOME moves it.

    The version is part of the name, since a later engine may prove more.
    """
    settings = "".join(f"-{name}={value}" for name, value in plan.settings.items())
    name = f"{__version__}-{plan.game.id}-{plan.over}{settings}.jsonl"
    return cache_folder() / "sweeps" / name


class SweepJournal(jobs.Journal[int, Row]):
    """The file of one sweep: its rows by size."""

    busy = "this sweep is running in another window; wait for it or end it"

    def __init__(self, path: Path, fresh: bool = False) -> None:
        super().__init__(path, lambda row: row.size, Row.from_line, Row.to_line)
        self.load(fresh)

    def error_message(self, problem: str) -> str:
        """Return the message for a file that cannot be used, with a way out."""
        return f"{super().error_message(problem)}; XDG_CACHE_HOME names another folder"
