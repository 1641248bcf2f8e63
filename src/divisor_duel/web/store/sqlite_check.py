"""Check the SQLite file for damage, with a time limit.

Most damage goes unnoticed until the server reads the page that it is in. The check reads every
page, on a connection of its own: the server's connection stays free and its cache as it was.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's error codes for a damaged file."""

FIRST_SECONDS = 600.0
"""Time from opening the file to the first check while it is in use, in seconds."""

NEXT_SECONDS = 6 * 3600.0
"""Time from one such check to the next, in seconds."""

LIMIT_SECONDS = 300.0
"""Time limit of one such check, in seconds: SQLite's log grows while it runs."""

_LOG = logging.getLogger("divisor_duel.web")

HEADING = "*** in database main ***"
"""The line that SQLite writes above what it has found."""


class UnfinishedCheckError(Exception):
    """The check was stopped, or ran out of time, before it had read the whole file."""


class FileCheck:
    """One check of a file, which any thread can stop."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self.stopped = threading.Event()

    def stop(self) -> None:
        """Make `run` end soon; call this again if the query had not begun yet."""
        self.stopped.set()
        with self._lock:
            if self._connection:
                self._connection.interrupt()

    def run(self, seconds: float) -> str | None:
        """Return the first damage found, in one line, or None if there is none.

        Raises UnfinishedCheckError after `seconds`, or once the check was stopped.
        """
        timer = threading.Timer(seconds, self.stop)
        timer.daemon = True
        address = f"{Path(self._path).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as connection:
            self._use(connection)
            timer.start()
            try:
                rows = [] if self.stopped.is_set() else _quick_check(connection)
            finally:
                timer.cancel()
                self._use(None)
        if self.stopped.is_set():  # the result of an interrupted check means nothing
            raise UnfinishedCheckError
        found = " ".join(rows).replace(HEADING, "").replace("\n", " ").strip()
        return None if found == "ok" else found

    def _use(self, connection: sqlite3.Connection | None) -> None:
        with self._lock:
            self._connection = connection


def _quick_check(connection: sqlite3.Connection) -> list[str]:
    try:
        return [text for (text,) in connection.execute("PRAGMA quick_check(1)")]
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code not in (*DAMAGE, sqlite3.SQLITE_INTERRUPT):
            raise
        return [str(error)]


async def check_now_and_then(path: str, report: Callable[[str], object]) -> None:
    """Check the file in a thread from time to time, until damage is found; report it."""
    pause = FIRST_SECONDS
    while True:
        await asyncio.sleep(pause)
        pause = NEXT_SECONDS
        try:
            damage = await _check(path)
        except UnfinishedCheckError:
            _LOG.warning("%s was not fully checked within %g s", path, LIMIT_SECONDS)
            continue
        if damage:
            report(damage)
            await asyncio.Event().wait()


async def _check(path: str) -> str | None:
    check = FileCheck(path)
    running = asyncio.ensure_future(asyncio.to_thread(check.run, LIMIT_SECONDS))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            check.stop()
            await asyncio.wait({running}, timeout=0.1)
        running.exception()  # read it, or asyncio would log that the check is unfinished
        raise
