"""Rows on disk as soon as they are known, so that no work is done twice.

Each row is a line of its own, and the last line of a key counts. Whatever stops
the program, all lines but the last are whole; a last line that is not is cut
off, and its row is made again. A line that is damaged costs only its own row; a file that is
too large is refused and stays as it is.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Generic, TypeVar

from divisor_duel.errors import DuelError
from divisor_duel.files import lock, open_regular, read_lines, sync_folder, write_whole

APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND
"""Flags of `os.open` with which a journal is opened."""

Key = TypeVar("Key")
Row = TypeVar("Row")


class Journal(Generic[Key, Row]):
    """One file of rows, in use by one process at a time."""

    busy = "this work is running in another window; wait for it or end it"
    """What a second process is told."""
    sync_seconds = 0.0
    """How old a row may be before it is also safe from a power cut; a crash loses none."""

    def __init__(
        self,
        path: Path,
        key: Callable[[Row], Key],
        read: Callable[[bytes], Row | None],
        write: Callable[[Row], bytes],
    ) -> None:
        self.path = path
        """Where it is."""
        self.key = key
        """What a row is kept under."""
        self.rows: dict[Key, Row] = {}
        """What is known."""
        self._read_row, self._write_row = read, write
        self._synced = monotonic()
        with self.problems_told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open_regular(path, APPEND)
        try:
            lock(self._file, self.busy)
        except BaseException:
            self._file.close()
            raise

    def load(self, fresh: bool = False) -> None:
        """Read the rows that are there, or forget them; cut off a last line without its end.

        A file that is refused is closed.
        """
        self.rows = {}
        try:
            with self.problems_told():
                self._load(fresh)
        except BaseException:
            self.close()
            raise

    def _load(self, fresh: bool) -> None:
        whole = 0
        for end, line in () if fresh else read_lines(self._file):
            if line.endswith(b"\n"):
                whole = end
                self._add_read(line)
        self._file.truncate(whole)
        sync_folder(self.path.parent)

    def _add_read(self, line: bytes) -> None:
        row = self._read_row(line)
        if row is not None:
            self.rows[self.key(row)] = row

    def add(self, row: Row) -> None:
        """Keep a row; once this has returned, no crash of the program loses it."""
        try:
            self._file.write(self._write_row(row))
            if monotonic() - self._synced >= self.sync_seconds:
                os.fsync(self._file.fileno())
                self._synced = monotonic()
        except OSError as error:
            raise self._told(error) from None
        self.rows[self.key(row)] = row

    def forget(self, keys: Iterable[Key]) -> None:
        """Drop some rows for good, so that their tasks are done again."""
        for key in keys:
            self.rows.pop(key, None)
        with self.problems_told():
            write_whole(self.path, b"".join(map(self._write_row, self.rows.values())))
            rewritten = open_regular(self.path, APPEND)
        lock(rewritten, self.busy)
        self._file.close()
        self._file = rewritten

    def close(self) -> None:
        """Let other processes have it."""
        if self._file.closed:
            return
        with contextlib.suppress(OSError):
            os.fsync(self._file.fileno())
        self._file.close()

    def trouble(self, problem: str) -> str:
        """The sentence for a file that cannot be used."""
        return f"cannot keep rows in {self.path}: {problem}"

    @contextlib.contextmanager
    def problems_told(self) -> Iterator[None]:
        """Turn what the system refuses into one sentence."""
        try:
            yield
        except OSError as error:
            raise self._told(error) from None

    def _told(self, error: OSError) -> DuelError:
        return DuelError(self.trouble(error.strerror or str(error)))
