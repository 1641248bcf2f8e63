"""Games in progress, kept in the user's data folder so that none is ever lost.

Every match has a file of its own, written whole and then put in place, so a
reader or a power cut finds the old text or the new one, never half of it. A
lock beside it, which dies with its process, keeps a second window from taking
up a match that is being played. Finished matches move to their own folder.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import IO

from divisor_duel.errors import RecordError, SavedGameError
from divisor_duel.files import (
    RECORD_FILE,
    data_folder,
    newest,
    open_regular,
    read_bounded,
    write_whole,
)
from divisor_duel.record import Record, read_records, write_records
from divisor_duel.text import clean_text

MOST_LISTED = 100
"""How many games a list in line mode shows; the older ones are counted, not read."""


class SavedMatch:
    """The file of one match, locked for as long as this object lives."""

    def __init__(self, path: Path, lock: IO[bytes]) -> None:
        self.path = path
        self._lock = lock

    @property
    def name(self) -> str:
        """What `duel resume` calls it."""
        return clean_text(self.path.stem)

    @property
    def finished_path(self) -> Path:
        """Where the match goes when it is over."""
        return self.path.parent.parent / "finished" / self.path.name

    def save(self, records: Sequence[Record]) -> None:
        """Put the match on disk; SavedGameError if that fails."""
        try:
            write_whole(self.path, write_records(records).encode())
        except OSError as error:
            raise SavedGameError(f"cannot write {self.path}: {error.strerror}") from None

    def finish(self) -> Path:
        """Move the file of a match that is over to the finished ones; where it is now."""
        target = self.finished_path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(self.path, target)
        except OSError as error:
            raise SavedGameError(f"cannot move {self.path}: {error.strerror}") from None
        self.close()
        return target

    def close(self) -> None:
        """Let other windows have it."""
        with contextlib.suppress(OSError):
            os.unlink(self.path.with_suffix(".lock"))
        self._lock.close()


def new_save(game: str) -> SavedMatch:
    """A file for a new match of `game`, in use by nobody else."""
    folder = data_folder() / "games"
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1000):
            path = folder / f"{stamp}-{game}{'' if number == 1 else f'-{number}'}.duel"
            lock = _lock(path)
            if not lock:
                continue
            saved = SavedMatch(path, lock)
            if not path.exists() and not saved.finished_path.exists():
                return saved
            saved.close()
    except OSError as error:
        raise SavedGameError(f"cannot write to {folder}: {error.strerror}") from None
    raise SavedGameError(f"too many games at once in {folder}")


def _lock(path: Path) -> IO[bytes] | None:
    """An open, locked file beside `path`, or None if another process has it."""
    name = path.with_suffix(".lock")
    file = open_regular(name, os.O_RDWR | os.O_CREAT)
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(file.fileno()), os.stat(name)):
            raise BlockingIOError  # its last owner removed it in the meantime
    except ImportError:  # no such locks on Windows, where file names alone keep games apart
        pass
    except OSError:
        file.close()
        return None
    return file


def unfinished() -> list[Path]:
    """The files of the matches that are not over, the latest played first."""
    return newest(data_folder() / "games", ".duel")


def not_listed(files: Sequence[Path], command: str) -> list[str]:
    """Return the sentence about games beyond `MOST_LISTED`, if there are any."""
    left = len(files) - MOST_LISTED
    if left <= 0:
        return []
    games = "1 older game is" if left == 1 else f"{left} older games are"
    return [f"{games} not shown. List all of them with: {command} --all"]


def delete(path: Path) -> None:
    """Delete a saved or finished game; SavedGameError if it cannot be or is being played."""
    try:
        lock = _lock(path)
        if not lock:
            raise SavedGameError(f"{path.stem} is being played in another window")
        path.unlink()
        SavedMatch(path, lock).close()
    except OSError as error:
        raise SavedGameError(f"cannot delete {path}: {error.strerror}") from None


def open_save(path: Path) -> tuple[SavedMatch, list[Record]] | None:
    """A saved match and its records so far, or None if another window has it."""
    try:
        lock = _lock(path) if path.exists() else None
    except OSError as error:
        raise SavedGameError(f"cannot open {error.filename}: {error.strerror}") from None
    if not lock:
        return None
    saved = SavedMatch(path, lock)
    try:
        return saved, read_saved(path)
    except SavedGameError:
        saved.close()
        raise


def read_saved(path: Path) -> list[Record]:
    """The records in a file of ours; SavedGameError if it cannot be read."""
    try:
        data = read_bounded(path, RECORD_FILE)
        return read_records(data.decode("utf-8", errors="backslashreplace"))
    except (OSError, RecordError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        raise SavedGameError(f"cannot read {path}: {problem}") from None
