"""Where this package keeps files of its own, and how it writes them."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import IO

from divisor_duel.errors import DuelError


def data_folder() -> Path:
    """Where games are kept; XDG_DATA_HOME moves it."""
    from platformdirs import user_data_path

    return user_data_path("divisor-duel", appauthor=False)


def cache_folder() -> Path:
    """Where work is kept that could be done again; XDG_CACHE_HOME moves it."""
    from platformdirs import user_cache_path

    return user_cache_path("divisor-duel", appauthor=False)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that after a crash it holds the old bytes or the new, never a part."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def lock(file: IO[bytes], busy: str) -> None:
    """Keep a second process away, or raise DuelError(`busy`); the lock dies with this one."""
    try:
        import fcntl
    except ImportError:  # no such locks on Windows, where work may be done twice
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise DuelError(busy) from None


def sync_folder(folder: Path) -> None:
    """Make sure that a new file's name, too, outlives a power cut, where that can be asked for."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
