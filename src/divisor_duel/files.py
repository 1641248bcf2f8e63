"""Where this package keeps files of its own, and how all files are read and written."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from divisor_duel.errors import DuelError
from divisor_duel.game import brief


def data_folder() -> Path:
    """Where games are kept; XDG_DATA_HOME moves it."""
    from platformdirs import user_data_path

    return user_data_path("divisor-duel", appauthor=False)


def cache_folder() -> Path:
    """Where work is kept that could be done again; XDG_CACHE_HOME moves it."""
    from platformdirs import user_cache_path

    return user_cache_path("divisor-duel", appauthor=False)


@contextlib.contextmanager
def keeping_facts() -> Iterator[None]:
    """Let the default engine keep facts in the cache folder for a while, as commands do.

    It is said here so that a command which asks no engine need not load one.
    """
    _keepers.append(True)
    try:
        yield
    finally:
        _keepers.pop()


def facts_are_kept() -> bool:
    """Whether a program said that facts may be kept."""
    return bool(_keepers)


_keepers: list[bool] = []


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


def read_named(name: str, limit: int | None = None) -> str:
    """Return the text of a file that a user named, or of standard input for ``-``.

    DuelError if it cannot be read, or has more than `limit` bytes.
    """
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if name == "-" else _opened(name) as file:
            data = file.read(-1 if limit is None else limit + 1)
    except (OSError, ValueError, RuntimeError) as error:
        raise DuelError(f"cannot read {brief(name)}: {_why(error)}") from None
    if limit is not None and len(data) > limit:
        raise DuelError(f"cannot read {brief(name)}: it has more than {limit} bytes")
    return data.decode("utf-8", errors="backslashreplace")


def _opened(name: str) -> IO[bytes]:
    return Path(name).expanduser().open("rb")


def write_named(name: str, content: str | bytes, *, new: bool = False) -> None:
    """Write a file that a user named, or to standard output for ``-``; else DuelError.

    It is written whole, with the rights that it had or that new files have here. With `new`
    a file that is there already is left alone.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if name == "-":
            print(data.decode(), end="")
            return
        path = Path(name).expanduser()
        if path.exists() and not path.is_file():  # such as /dev/stdout
            path.write_bytes(data)
            return
        path.touch(exist_ok=not new)
        mode = path.stat().st_mode
        write_whole(path.resolve(), data)
        path.chmod(mode)
    except FileExistsError:
        raise DuelError(f"{brief(name)} exists already; choose another name") from None
    except (OSError, ValueError, RuntimeError) as error:
        raise DuelError(f"cannot write {brief(name)}: {_why(error)}") from None


def check_writable(name: str | None) -> None:
    """Refuse a file that cannot be written, with a DuelError, before long work is done for it."""
    if name is None or name == "-":
        return
    path = Path(name).expanduser()
    if path.is_dir():
        problem = "it is a folder"
    elif not path.parent.is_dir():
        problem = "there is no such folder"
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        problem = "that is not allowed"
    else:
        return
    raise DuelError(f"cannot write {brief(name)}: {problem}")


def _why(error: Exception) -> str:
    """What was wrong with a file, in a few words."""
    told = error.strerror if isinstance(error, OSError) else None
    return told or "it is no name for a file"


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
