"""The games that are over, on disk as soon as they are, so that none is played twice.

``games.jsonl`` has one line a game, and is all that a tournament needs to go
on. Whatever stops the program, all lines but the last are whole; a last line
that is not is cut off, and its game is played again.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from divisor_duel.arena.playing import Line
from divisor_duel.arena.schedule import Plan, goes_on
from divisor_duel.errors import DuelError
from divisor_duel.files import lock, sync_folder, write_whole
from divisor_duel.game import brief

SYNC_SECONDS = 1.0
"""How old a game may be before it is also safe from a power cut; a crash loses none."""

NEEDED = {"key", "players", "winner", "forfeit", "faults", "start", "decisions", "seconds"}
"""What a line must have to count."""

GAMES, RESULTS, REPORT = "games.jsonl", "results.json", "report.html"


class Folder:
    """The folder of one tournament, in use by one process at a time."""

    def __init__(self, path: Path, plan: Plan, fresh: bool = False) -> None:
        self.path = path
        """Where it is."""
        self.lines: dict[str, Line] = {}
        """The games that are over, by key."""
        self._synced = monotonic()
        with self._problems_told():
            path.mkdir(parents=True, exist_ok=True)
            self._file = open(path / GAMES, "a+b", buffering=0)  # noqa: SIM115 - open while in use
        try:
            self._take()
            with self._problems_told():
                if fresh:  # first of all: games of other terms must never meet the new ones
                    self._file.truncate(0)
                self._check(plan, fresh)
                self._read()
        except BaseException:
            self._file.close()
            raise

    def _take(self) -> None:
        where = brief(str(self.path))
        problem = f"the tournament in {where} is running in another window"
        lock(self._file, f"{problem}; wait for it or end it")

    def _check(self, plan: Plan, fresh: bool) -> None:
        """Refuse a folder with games on other terms; remember the terms of this one."""
        settings, kept = plan.settings(), self._kept_settings()
        if kept and not fresh and not goes_on(kept, settings):
            differing = next(
                name
                for name in settings
                if not goes_on({name: kept.get(name)}, {name: settings[name]})
            )
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

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        self._file.truncate(whole)
        sync_folder(self.path)
        for text in data[:whole].splitlines():
            with contextlib.suppress(ValueError, AttributeError, TypeError):
                line = json.loads(text)
                if line.keys() >= NEEDED:
                    self.lines.setdefault(line["key"], line)

    def add(self, line: Line) -> None:
        """Keep a game; once this has returned, no crash of the program loses it."""
        if line["key"] in self.lines:
            return
        with self._problems_told():
            self._file.write(json.dumps(line).encode() + b"\n")
            if monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = monotonic()
        self.lines[line["key"]] = line

    def write(self, name: str, text: str) -> None:
        """Write another file of the folder, whole."""
        with self._problems_told():
            write_whole(self.path / name, text.encode(errors="replace"))
            (self.path / name).chmod(0o666 & ~_umask())

    def close(self) -> None:
        """Let other processes have it."""
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    @contextlib.contextmanager
    def _problems_told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            where = brief(str(self.path))
            raise DuelError(f"cannot keep games in {where}: {error.strerror}") from None


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
