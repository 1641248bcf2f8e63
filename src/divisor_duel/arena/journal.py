"""The folder of a tournament: its settings, games, scores and report.

``games.jsonl`` has one line a game, and is all that a tournament needs to go on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Protocol

from divisor_duel import work
from divisor_duel.arena.playing import Line, is_played
from divisor_duel.arena.row_schema import GAME_ROW, RowForms, fits
from divisor_duel.arena.schedule import first_difference
from divisor_duel.errors import DuelError
from divisor_duel.files import RESULTS_FILE, read_bounded, write_whole
from divisor_duel.game import brief

MARKS = ("fingerprint", "request")
"""What is kept of players that comes from files and may change under the same name."""

GAMES, RESULTS, REPORT = "games.jsonl", "results.json", "report.html"


class Games(work.Journal[str, Line]):
    """The games that are over."""

    sync_seconds = 1.0

    def __init__(self, path: Path, forms: RowForms = GAME_ROW, noun: str = "a tournament") -> None:
        problem = f"the {noun[2:]} in {brief(str(path.parent))} is running in another window"
        self.busy = f"{problem}; wait for it or end it"
        read = partial(_read, forms)
        super().__init__(path, lambda line: str(line["key"]), read, _write)

    def trouble(self, problem: str) -> str:
        """The sentence for a folder that cannot be used."""
        return f"cannot keep games in {brief(str(self.path.parent))}: {problem}"


def _read(forms: RowForms, text: bytes) -> Line | None:
    try:
        line: Line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return line if fits(line, forms) else None


_encode = json.JSONEncoder(check_circular=False).encode
"""How lines are written: there are many of them, and no line holds itself."""


def _write(line: Line) -> bytes:
    return f"{_encode(line)}\n".encode()


class Settled(Protocol):
    """What a folder needs to know of a plan."""

    def settings(self) -> dict[str, Any]:
        """The terms, as they are kept."""
        ...


class Folder:
    """The folder of one tournament, in use by one process at a time."""

    file: ClassVar[str] = GAMES
    """Where the lines are."""
    forms: ClassVar[RowForms] = GAME_ROW
    """What a line must be to count."""
    noun: ClassVar[str] = "a tournament"
    """What it is called in sentences."""

    def __init__(
        self,
        path: Path,
        plan: Settled,
        fresh: bool = False,
        redo: str | None = None,
        keep: bool = False,
    ) -> None:
        """Open it; `redo` names the games to forget, `keep` those of changed players not to."""
        self.path = path
        """Where it is."""
        self.games = Games(path / self.file, self.forms, self.noun)
        """The games that are over, by key."""
        try:
            if fresh:  # first of all: games of other terms must never meet the new ones
                self.games.load(fresh=True)
            kept = None if fresh else self._kept_settings()
            self.games.load()
            settings = plan.settings()
            if kept:
                self._check(kept, settings, redo, keep)
            if redo:
                self._forget(redo, settings)
            begun = {"settings": settings, "complete": False}
            self.write(RESULTS, json.dumps(begun, indent=1) + "\n")
        except BaseException:
            self.games.close()
            raise

    @property
    def lines(self) -> dict[str, Line]:
        """The games that were played to their end, by key."""
        return {key: line for key, line in self.games.rows.items() if is_played(line)}

    def _check(
        self, kept: dict[str, Any], settings: dict[str, Any], redo: str | None, keep: bool
    ) -> None:
        """Refuse a folder with games on other terms, or with games of players that changed."""
        differing = first_difference(unmarked(kept), unmarked(settings))
        if differing:
            raise DuelError(
                f"{brief(str(self.path))} holds {self.noun} with other {differing}; "
                "name another folder with -o, or start anew with --fresh"
            )
        for name in changed_players(kept, settings):
            if name != redo and not keep and any(name in line["players"] for line in self._all()):
                raise DuelError(
                    f"{brief(name)} was changed since its games in {brief(str(self.path))}; play "
                    f"them again with --redo {name}, or keep them as they are with --keep"
                )

    def _all(self) -> list[Line]:
        return list(self.games.rows.values())

    def _forget(self, redo: str, settings: dict[str, Any]) -> None:
        """Drop the games with faults, or those of one player, so that they are played again."""
        if redo != "faults" and redo not in settings["players"]:
            names = ", ".join(settings["players"])
            raise DuelError(f"redo takes faults or a player ({names}), not {brief(redo)}")
        self.games.forget(
            [
                line["key"]
                for line in self._all()
                if redo in line["players"] or (redo == "faults" and line.get("faults"))
            ]
        )

    def _kept_settings(self) -> dict[str, Any] | None:
        try:
            kept = json.loads(read_bounded(self.path / RESULTS, RESULTS_FILE))["settings"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
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


def unmarked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings in which players are what was written, whatever their files say now."""
    players = settings.get("players")
    if not isinstance(players, dict):
        return dict(settings)
    plain = {
        name: {key: part for key, part in one.items() if key not in MARKS}
        if isinstance(one, dict)
        else one
        for name, one in players.items()
    }
    return {**settings, "players": plain}


def changed_players(kept: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """The players whose files are not what they were."""
    return [
        name
        for name, one in new["players"].items()
        if name in kept["players"]
        and any(kept["players"][name].get(mark) != one.get(mark) for mark in MARKS)
    ]


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
