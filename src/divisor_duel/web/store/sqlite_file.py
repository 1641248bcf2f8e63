"""Open, check and create the SQLite file, and copy it while it is in use.

The server that uses the file holds a lock beside it, so that no second server can use
it. Other programs can still read the file, which is how a copy is made.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

from divisor_duel import files
from divisor_duel.errors import DuelError
from divisor_duel.web.store.port import StoreError, check_known
from divisor_duel.web.store.sqlite_check import FileCheck, UnfinishedCheckError

SCHEMA = 3
"""Number of the schema, in the file's `user_version`; bump it when CREATE changes."""

CREATE = """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        changed REAL NOT NULL,
        body BLOB NOT NULL,
        stage INTEGER NOT NULL DEFAULT 1,
        line BLOB,
        open INTEGER NOT NULL DEFAULT 0,
        day INTEGER NOT NULL DEFAULT 0,
        due REAL
    ) WITHOUT ROWID, STRICT;
    CREATE INDEX games_waiting ON games (id) WHERE waiting;
    CREATE INDEX games_stage ON games (stage, day);
    CREATE INDEX games_open ON games (id) WHERE open;
    CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
"""
"""The statements that create the schema. `line` is unused, but version 0.1.0 sets it to NULL."""

CREATE_ROOMS = """
    CREATE TABLE IF NOT EXISTS rooms (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        expires REAL NOT NULL,
        body BLOB NOT NULL
    ) WITHOUT ROWID, STRICT
"""
"""Adds the table of rooms, also to a file of version 1.0.0, which can go on using the file."""

APPLICATION = 0x6475656C
"""Marks a file as ours, so that no other program's database is ever changed."""

OWNER_ONLY = 0o600
"""Permissions of the database, of the files beside it and of its copies."""

INCREMENTAL = 2
"""SQLite's number for incremental vacuuming."""

MEMORY = ":memory:"
PATIENCE = 5.0
"""Timeout for SQLite's locks, in seconds."""

CHECK_SECONDS = 10.0
"""Time limit of the check for damage before the file is used, in seconds."""

_LOG = logging.getLogger("divisor_duel.web")


def connect(path: str) -> tuple[sqlite3.Connection, IO[bytes]]:
    """Return a connection to the file, and the lock that keeps other servers away."""
    lock = _lock(path)
    try:
        if path != MEMORY:
            _create(path)
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    except sqlite3.DatabaseError as error:
        lock.close()
        raise StoreError(_problem(path, error)) from None
    except BaseException:
        lock.close()
        raise
    return connection, lock


def _lock(path: str) -> IO[bytes]:
    if path == MEMORY:
        return tempfile.TemporaryFile()
    file = Path(path).absolute()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = open(f"{file}.lock", "ab", opener=_private)  # noqa: SIM115
    except OSError as error:
        raise StoreError(f"cannot use the folder {file.parent}: {error.strerror}") from None
    try:
        files.lock(lock, _busy(path))
    except DuelError as error:
        lock.close()
        raise StoreError(str(error)) from None
    return lock


def _private(path: str, flags: int) -> int:
    """Open a file; if it is new, only its owner may use it."""
    return os.open(path, flags, OWNER_ONLY)


def _create(path: str) -> None:
    """Create the file if it does not exist, readable by its owner only.

    SQLite gives the files beside it the same permissions.
    """
    try:
        with suppress(FileExistsError), open(path, "xb", opener=_private):
            pass
    except OSError as error:
        raise StoreError(f"cannot use the database {path}: {error.strerror}") from None


def _close_to_others(path: str) -> None:
    """Let only the owner read the database, or log that others can."""
    if os.name == "nt":  # Windows has no such permissions
        return
    closed, problems = [], []
    for file in (path, f"{path}-wal", f"{path}-shm", f"{path}.lock"):
        try:
            mode = os.stat(file).st_mode
            if stat.S_ISREG(mode) and mode & 0o777 & ~OWNER_ONLY:
                os.chmod(file, mode & OWNER_ONLY)
                closed.append(file)
        except FileNotFoundError:
            continue
        except OSError as error:
            problems.append(f"{file} ({error.strerror})")
    if closed:
        _LOG.warning("other users could read %s; now only the owner can", ", ".join(closed))
    if problems:
        _LOG.warning("other users can read %s, and that cannot be changed", ", ".join(problems))


def _prepare(connection: sqlite3.Connection, path: str) -> None:
    current = _check_schema(connection, path)  # before anything is changed
    _close_to_others(path)
    if current:
        _refuse_damage(path)
    connection.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # a deleted room leaves no names in the file
    connection.execute("BEGIN EXCLUSIVE")
    if not current:
        for statement in CREATE.split(";"):
            connection.execute(statement)
    connection.execute(CREATE_ROOMS)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("COMMIT")


def _refuse_damage(path: str) -> None:
    """Raise StoreError if the file is damaged; accept one too large to check in time."""
    try:
        damage = FileCheck(path).run(CHECK_SECONDS)
    except UnfinishedCheckError:
        sentence = "%s was not fully checked within %g s; the server will finish the check"
        _LOG.warning(sentence, path, CHECK_SECONDS)
        return
    if damage:
        raise StoreError(_damaged(path, damage))


def _check_schema(connection: sqlite3.Connection, path: str) -> int:
    """Return the file's schema, 0 if it is empty; StoreError if it is unusable here."""
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    is_ours = mark == APPLICATION and "games" in names if names else mark in (0, APPLICATION)
    if not is_ours:
        raise StoreError(f"{path} is another program's database; name another file")
    if names or schema:
        check_known(path, schema, SCHEMA)
    return int(schema)


def copy_file(path: str, target: str) -> None:
    """Copy a database as it is at one moment, even while a server changes it."""
    if not Path(path).is_file():
        raise StoreError(f"there is no database {path}")
    try:
        with open(target, "xb", opener=_private):
            pass
    except FileExistsError:
        raise StoreError(f"{target} is there already; name another file") from None
    except OSError as error:
        raise StoreError(f"cannot write {target}: {error.strerror}") from None
    try:
        address = f"{Path(path).absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as source,
            closing(sqlite3.connect(target)) as copy,
        ):
            _check_schema(source, path)
            source.backup(copy)
            if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise StoreError(f"{path} is damaged; the copy {target} is incomplete")
    except sqlite3.DatabaseError as error:
        Path(target).unlink()
        raise StoreError(_problem(path, error)) from None
    except StoreError:
        Path(target).unlink()
        raise


def _busy(path: str) -> str:
    return (
        f"another program uses the database {path}; stop it, or name another "
        "database (several servers can share a postgresql:// one)"
    )


def _damaged(path: str, damage: str) -> str:
    return (
        f"the database {path} is damaged ({damage}); put a backup in its place and remove "
        "the files beside it that end in -wal and -shm, or name another database"
    )


def _problem(path: str, error: sqlite3.DatabaseError) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _busy(path)
    if code == sqlite3.SQLITE_NOTADB:
        return f"{path} is not a database; name another file"
    if code == sqlite3.SQLITE_CORRUPT:
        return _damaged(path, str(error))
    return f"cannot use the database {path}: {error}"
