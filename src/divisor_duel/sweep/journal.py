"""The rows that are known, on disk as soon as they are, so that no work is done twice.

There is one file for each game, its fixed options and the option that is swept;
a longer range therefore goes on from a shorter one. Each row is a line of its
own, and the last line about a size counts. Whatever stops the program, all
lines but the last are whole; a last line that is not is cut off.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from divisor_duel import __version__
from divisor_duel.errors import DuelError
from divisor_duel.files import cache_folder, lock, sync_folder
from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import Row


def journal_path(plan: Plan) -> Path:
    """Where the rows of a plan are kept; XDG_CACHE_HOME moves it.

    The version is part of the name, since a later engine may prove more.
    """
    settings = "".join(f"-{name}={value}" for name, value in plan.settings.items())
    name = f"{__version__}-{plan.game.id}-{plan.over}{settings}.jsonl"
    return cache_folder() / "sweeps" / name


class Journal:
    """The file of one sweep, in use by one process at a time."""

    def __init__(self, path: Path, fresh: bool = False) -> None:
        self.path = path
        """Where it is."""
        self.rows: dict[int, Row] = {}
        """What is known, by size."""
        with self._problems_told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "a+b", buffering=0)  # noqa: SIM115 - open while in use
        try:
            lock(self._file, "this sweep is running in another window; wait for it or end it")
            with self._problems_told():
                self._read(fresh)
        except BaseException:
            self._file.close()
            raise

    def _read(self, fresh: bool) -> None:
        self._file.seek(0)
        data = b"" if fresh else self._file.read()
        whole = data.rfind(b"\n") + 1
        self._file.truncate(whole)
        sync_folder(self.path.parent)
        rows = map(Row.from_line, data[:whole].splitlines())
        self.rows = {row.size: row for row in rows if row}

    def add(self, row: Row) -> None:
        """Keep a row; once this has returned, not even a power cut loses it."""
        with self._problems_told():
            self._file.write(row.to_line())
            os.fsync(self._file.fileno())
        self.rows[row.size] = row

    def close(self) -> None:
        """Let other processes have it."""
        self._file.close()

    @contextlib.contextmanager
    def _problems_told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            problem = f"cannot keep rows in {self.path}: {error.strerror}"
            raise DuelError(f"{problem}; XDG_CACHE_HOME names another folder") from None
