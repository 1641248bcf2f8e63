"""Games in progress, saved in the user's data folder after every move.

Each match has its own file, replaced atomically, so a reader or a power cut
finds the old text or the new one, never half of it. A lock file beside it, which
is released when its process ends, keeps a second window from resuming a match
that is being played. Finished matches move to a folder of their own.
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
    write_atomic,
)
from divisor_duel.game import brief
from divisor_duel.play.record import Record, read_records, write_records
from divisor_duel.text import clean_text, plural

MOST_LISTED = 100
"""How many games line mode lists; older ones are counted, not read."""


class SavedMatch:
    """The file of one match, locked for as long as this object lives."""

    def __init__(self, path: Path, lock: IO[bytes]) -> None:
        self.path = path
        self._lock = lock

    @property
    def name(self) -> str:
        """Its name for `duel resume`."""
        return clean_text(self.path.stem)

    @property
    def finished_path(self) -> Path:
        """Where the file goes when the match is over."""
        return self.path.parent.parent / "finished" / self.path.name

    def save(self, records: Sequence[Record]) -> None:
        """Write the match to disk; SavedGameError if that fails."""
        try:
            write_atomic(self.path, write_records(records).encode(), private=True)
        except OSError as error:
            raise SavedGameError(f"cannot write {self.path}: {error.strerror}") from None

    def finish(self) -> Path:
        """Move the file of a finished match to its folder and return the new path."""
        target = self.finished_path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(self.path, target)
        except OSError as error:
            raise SavedGameError(f"cannot move {self.path}: {error.strerror}") from None
        self.close()
        return target

    def close(self) -> None:
        """Release the lock, so that another window can open the match."""
        with contextlib.suppress(OSError):
            os.unlink(self.path.with_suffix(".lock"))
        self._lock.close()


def new_save(game: str) -> SavedMatch:
    """Reserve a file for a new match of `game`, locked for this process."""
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
    """Open and lock the lock file of `path`; None if another process holds it."""
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


def unfinished_files() -> list[Path]:
    """Return the files of unfinished matches, the latest played first."""
    return newest(data_folder() / "games", ".duel")


def older_games_note(files: Sequence[Path], command: str) -> list[str]:
    """Return the sentence about games beyond `MOST_LISTED`, if there are any."""
    left = len(files) - MOST_LISTED
    if left <= 0:
        return []
    are = "is" if left == 1 else "are"
    return [f"{plural(left, 'older game')} {are} not shown. List all of them with: {command} --all"]


def find_by_name(paths: Sequence[Path], name: str, noun: str, listed_by: str) -> Path:
    """Return the only file called `name`, or whose name begins with it.

    Otherwise raise SavedGameError, with `noun` for the games and `listed_by` for the command
    that lists them.
    """
    matches = [path for path in paths if path.stem == name]
    matches = matches or [path for path in paths if path.stem.startswith(name)]
    if len(matches) != 1:
        count = f"{len(matches)} {noun}s start" if matches else f"no {noun} starts"
        raise SavedGameError(f"{count} with {brief(name)}; see: {listed_by}")
    return matches[0]


def delete(path: Path) -> None:
    """Delete a game; SavedGameError if that fails or the game is being played."""
    try:
        lock = _lock(path)
        if not lock:
            raise SavedGameError(f"{path.stem} is being played in another window")
        path.unlink()
        SavedMatch(path, lock).close()
    except OSError as error:
        raise SavedGameError(f"cannot delete {path}: {error.strerror}") from None


def open_save(path: Path) -> tuple[SavedMatch, list[Record]] | None:
    """Open a saved match and read its records; None if another window has it."""
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
    """Read the records in a saved file; SavedGameError if it cannot be read."""
    try:
        data = read_bounded(path, RECORD_FILE)
        return read_records(data.decode("utf-8", errors="backslashreplace"))
    except (OSError, RecordError) as error:
        problem = error.strerror if isinstance(error, OSError) else error
        raise SavedGameError(f"cannot read {path}: {problem}") from None
