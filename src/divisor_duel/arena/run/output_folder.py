"""The folder of a tournament: its settings, games, scores and report.

``games.jsonl`` has one line per game and is all that a tournament needs to resume.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, Generic

from divisor_duel import jobs
from divisor_duel.arena.run.rows import Finished, GameRow, Row, Unplayed, read_row, write_row
from divisor_duel.arena.run.schedule import Plan, Settings, first_difference
from divisor_duel.errors import DuelError
from divisor_duel.files import (
    RESULTS_FILE,
    cache_folder,
    read_bounded,
    write_atomic,
)
from divisor_duel.game import brief

MARKS = ("fingerprint", "request")
"""Settings of a player that come from files, and so may change under the same name."""

GAMES, RESULTS, REPORT = "games.jsonl", "results.json", "report.html"


class RowJournal(jobs.Journal[str, Finished | Unplayed], Generic[Finished]):
    """The journal of finished games, or of answers."""

    sync_seconds = 1.0

    def __init__(self, path: Path, form: type[Finished], noun: str) -> None:
        problem = f"the {noun[2:]} in {brief(str(path.parent))} is running in another window"
        self.busy = f"{problem}; wait for it or end it"
        super().__init__(path, lambda row: row.key, lambda text: read_row(text, form), write_row)

    def error_message(self, problem: str) -> str:
        """Return the error message for a folder that cannot be used."""
        return f"cannot save games in {brief(str(self.path.parent))}: {problem}"


class RunFolder(Generic[Finished]):
    """The folder of one tournament or bench, locked by one process at a time."""

    file: ClassVar[str]
    """Name of the file with the rows."""
    form: type[Finished]
    """The type of the rows of tasks that were done."""
    noun: ClassVar[str]
    """What messages call it."""

    def __init__(
        self,
        path: Path,
        plan: Plan[object],
        fresh: bool = False,
        redo: str | None = None,
        keep: bool = False,
    ) -> None:
        """Open the folder and lock it.

        `fresh` deletes all games. `redo` is a player's name, or "faults": those games are
        deleted. `keep` accepts games of players that have changed since.
        """
        self.path = path
        """Path of the folder."""
        self.games = RowJournal(path / self.file, self.form, self.noun)
        """The finished games, by key."""
        try:
            if fresh:  # first, so that games on other terms never mix with the new ones
                self.games.load(fresh=True)
            saved = None if fresh else saved_settings(path)
            self.games.load()
            settings = plan.settings()
            if saved:
                self._check(saved, settings, redo, keep)
            if redo:
                self._forget(redo, settings)
            begun = {"settings": settings, "complete": False}
            self.write(RESULTS, json.dumps(begun, indent=1) + "\n")
        except BaseException:
            self.games.close()
            raise

    @property
    def is_append_only(self) -> bool:
        """Whether the folder never deletes what it holds."""
        return False

    @property
    def played(self) -> dict[str, Finished]:
        """The games that were played to the end, by key."""
        rows = self.games.rows.items()
        return {key: row for key, row in rows if not isinstance(row, Unplayed)}

    def _check(self, saved: Settings, settings: Settings, redo: str | None, keep: bool) -> None:
        """Refuse a folder with games on other terms or with games of changed players."""
        differing = first_difference(without_file_marks(saved), without_file_marks(settings))
        if differing:
            problem = f"{brief(str(self.path))} holds {self.noun} with other {differing}"
            if self.is_append_only:
                raise DuelError(f"{problem}; name another folder", arguments=("output",))
            raise DuelError(
                f"{problem}; name another folder, or start again without them",
                arguments=("output", "fresh"),
            )
        for name in changed_players(saved, settings):
            if name != redo and not keep and any(name in row.players for row in self._all()):
                raise DuelError(
                    f"{brief(name)} was changed since its games in {brief(str(self.path))}; play "
                    "them again, or keep them as they are",
                    arguments=(f"redo {name}", "keep"),
                )

    def _all(self) -> list[Finished | Unplayed]:
        return list(self.games.rows.values())

    def _forget(self, redo: str, settings: Settings) -> None:
        """Delete the games with faults, or those of one player, so that they are replayed."""
        self.games.forget(self.keys_to_redo(redo, settings))

    def keys_to_redo(self, redo: str, settings: Settings) -> list[str]:
        """Return the keys of the games with faults, or of those of one player."""
        if redo != "faults" and redo not in _players(settings):
            names = ", ".join(_players(settings))
            raise DuelError(f"redo takes faults or a player ({names}), not {brief(redo)}")
        return [
            row.key
            for row in self._all()
            if redo in row.players or (redo == "faults" and _has_faults(row))
        ]

    def write(self, name: str, text: str) -> None:
        """Write another file of the folder atomically."""
        with self.games.translate_errors():
            write_atomic(self.path / name, text.encode(errors="replace"))

    def close(self) -> None:
        """Unlock the folder for other processes."""
        self.games.close()


class OutputFolder(RunFolder[GameRow]):
    """The folder of one tournament."""

    file = GAMES
    form = GameRow
    noun = "a tournament"


def saved_settings(path: Path) -> Settings | None:
    """Return the settings saved in a folder; None if it has none."""
    try:
        saved = json.loads(read_bounded(path / RESULTS, RESULTS_FILE))["settings"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return saved if isinstance(saved, dict) else None


def _has_faults(row: Row) -> bool:
    return not isinstance(row, Unplayed) and bool(row.faults)


def default_folder(kind: str, plan: Plan[object]) -> Path:
    """Return the folder used if the user names none: the same for the same settings.

    Files of players are left out, so that an edited bot finds its games. `kind` is the name
    of the folder above it.
    """
    text = json.dumps(without_file_marks(plan.settings()), sort_keys=True)
    return cache_folder() / kind / sha256(text.encode()).hexdigest()[:16]


def without_file_marks(settings: Settings) -> Settings:
    """Return the settings without the parts of players that come from files."""
    players = settings.get("players")
    if not isinstance(players, dict):
        return settings
    plain = {
        name: {key: part for key, part in player.items() if key not in MARKS}
        if isinstance(player, dict)
        else player
        for name, player in players.items()
    }
    return {**settings, "players": plain}


def changed_players(saved: Settings, new: Settings) -> list[str]:
    """Return the names of the players whose files have changed."""
    return [name for name in _players(new) if _marks(saved, name) not in (None, _marks(new, name))]


def _marks(settings: Settings, name: str) -> list[object] | None:
    """Return the marks of a player's files; None if there is no such player."""
    player = _players(settings).get(name)
    return [player.get(mark) for mark in MARKS] if isinstance(player, Mapping) else None


def _players(settings: Settings) -> Mapping[str, object]:
    players = settings["players"]
    assert isinstance(players, Mapping), "other settings were refused"
    return players
