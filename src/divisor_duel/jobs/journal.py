"""A journal saves rows as soon as they are known, so that no work is done twice.

Each row is a line of its own, and the last line of a key counts. However the program
stops, all lines but the last are complete; an incomplete last line is cut off, and its
row is computed again. A damaged line loses only its own row; a file that is too large
is refused and left as it is.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Generic, TypeVar, cast

from divisor_duel.errors import DuelError
from divisor_duel.files import lock, open_regular, read_lines, sync_folder, write_atomic

APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND
"""Flags of `os.open` for a journal."""

Key = TypeVar("Key")
Row = TypeVar("Row")


class Journal(Generic[Key, Row]):
    """A file of rows, locked for one process at a time."""

    busy = "this work is running in another window; wait for it or end it"
    """Error message for a second process."""
    sync_seconds = 0.0
    """Least time between fsyncs, in seconds: a power cut may lose that much, a crash none."""

    def __init__(
        self,
        path: Path,
        key: Callable[[Row], Key],
        read: Callable[[bytes], Row | None],
        write: Callable[[Row], bytes],
    ) -> None:
        self.path = path
        """The file."""
        self.key = key
        """Returns the key of a row."""
        self.rows: dict[Key, Row] = {}
        """The latest row of each key."""
        self._read_row, self._write_row = read, write
        self._synced = monotonic()
        with self.translate_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open_regular(path, APPEND)
        try:
            lock(self._file, self.busy)
        except BaseException:
            self._file.close()
            raise

    def row(self, key: Hashable) -> Row | None:
        """Return the latest row of a key, or None if there is none."""
        return self.rows.get(cast("Key", key))

    def load(self, fresh: bool = False) -> None:
        """Read the saved rows, or discard them if `fresh`; cut off an incomplete line.

        The file is closed if it is refused.
        """
        self.rows = {}
        try:
            with self.translate_errors():
                self._load(fresh)
        except BaseException:
            self.close()
            raise

    def _load(self, fresh: bool) -> None:
        complete = 0
        for end, line in () if fresh else read_lines(self._file):
            if line.endswith(b"\n"):
                complete = end
                self._add_read(line)
        self._file.truncate(complete)
        sync_folder(self.path.parent)

    def _add_read(self, line: bytes) -> None:
        row = self._read_row(line)
        if row is not None:
            self.rows[self.key(row)] = row

    def add(self, row: Row) -> None:
        """Save a row; once this returns, no crash of the program loses it."""
        try:
            self._file.write(self._write_row(row))
            if monotonic() - self._synced >= self.sync_seconds:
                os.fsync(self._file.fileno())
                self._synced = monotonic()
        except OSError as error:
            raise self._as_duel_error(error) from None
        self.rows[self.key(row)] = row

    def saved_lines(self, keys: Iterable[Key]) -> bytes:
        """Return the lines of these rows as they were saved, in this order.

        A line may have more fields than a row, if another version wrote it.
        """
        lines = dict[Key, bytes]()
        with self.translate_errors():
            for _, line in read_lines(self._file):
                row = self._read_row(line)
                if row is not None:
                    lines[self.key(row)] = line
        return b"".join(lines[key] for key in keys if key in lines)

    def forget(self, keys: Iterable[Key]) -> None:
        """Delete rows, so that their tasks are done again."""
        for key in keys:
            self.rows.pop(key, None)
        lines = self.saved_lines(self.rows)
        with self.translate_errors():
            write_atomic(self.path, lines)
            rewritten = open_regular(self.path, APPEND)
        lock(rewritten, self.busy)
        self._file.close()
        self._file = rewritten

    def close(self) -> None:
        """Flush the file to disk and release the lock."""
        if self._file.closed:
            return
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    def error_message(self, problem: str) -> str:
        """Return the message for a file that cannot be used."""
        return f"cannot save rows in {self.path}: {problem}"

    @contextlib.contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Turn an OSError into a DuelError with one sentence."""
        try:
            yield
        except OSError as error:
            raise self._as_duel_error(error) from None

    def _as_duel_error(self, error: OSError) -> DuelError:
        return DuelError(self.error_message(error.strerror or str(error)))
