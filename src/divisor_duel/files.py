"""The folders this package uses, and the only functions that read and write files.

Files may come from strangers. Every reader here takes a size limit and reads regular files
only: a pipe, a device or a socket in a folder of games could otherwise block the program
forever, or never end.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple, TextIO, TypeAlias

from divisor_duel.errors import DuelError
from divisor_duel.game import brief

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value that can be written as JSON."""

JsonObject: TypeAlias = dict[str, Json]
"""A JSON object that is being built, or was read."""


def data_folder() -> Path:
    """Return the folder for saved games; XDG_DATA_HOME moves it."""
    from platformdirs import user_data_path

    return user_data_path("divisor-duel", appauthor=False)


def cache_folder() -> Path:
    """Return the folder for cached results; XDG_CACHE_HOME moves it."""
    from platformdirs import user_cache_path

    return user_cache_path("divisor-duel", appauthor=False)


def write_atomic(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file atomically: after a crash it holds the old bytes or the new ones.

    A new file gets the permissions that the umask allows, or only its owner's if it is
    `private`; an old file keeps its own.
    """
    name = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(name, flags, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            with contextlib.suppress(FileNotFoundError):
                os.chmod(name, stat.S_IMODE(path.stat().st_mode))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def newest(folder: Path, suffix: str) -> list[Path]:
    """Return the files in `folder` whose names end in `suffix`, last modified first."""
    files: list[tuple[int, str]] = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(suffix) and not entry.name.startswith("."):
                with contextlib.suppress(OSError):  # just removed, or a broken link
                    files.append((entry.stat().st_mtime_ns, entry.name))
    return [folder / name for _, name in sorted(files, reverse=True)]


class FileLimit(NamedTuple):
    """The size limit of one kind of file."""

    size: int
    """Maximum size, in bytes."""
    advice: str
    """What the user can do with a larger file, as a clause."""


RECORD_FILE = FileLimit(2_000_000, "split it into files with fewer games")
"""Records; the longest possible game, 99,999 moves of Divider, takes 1.1 MB."""

CERTIFICATE_FILE = FileLimit(16_000_000, "prove a smaller set-up")
"""Certificates."""

SETTINGS_FILE = FileLimit(1_000_000, "this is not a file that duel wrote; move it away")
"""Small files: settings, puzzle results, player descriptions, prompt templates."""

RESULTS_FILE = FileLimit(64_000_000, "use a folder that duel wrote")
"""The results.json of an arena or bench folder."""

JOURNAL_FILE = FileLimit(8_000_000_000, "name another file, or begin again")
"""Results of a long job, such as the games of a tournament, one line each."""

LONGEST_LINE = 64_000_000
"""Length limit of one line, in bytes: a game of language models with all they wrote."""


def read_bounded(path: Path, limit: FileLimit) -> bytes:
    """Return the bytes of a regular file; OSError with a sentence for anything else."""
    with open_regular(path) as file:
        return _read_up_to(file, limit, os.fstat(file.fileno()).st_size)


def open_regular(path: Path, flags: int = os.O_RDONLY) -> IO[bytes]:
    """Open a regular file unbuffered and without blocking; OSError for anything else.

    `flags` are those of `os.open`. Symbolic links are followed.
    """
    with contextlib.suppress(FileNotFoundError):
        _check_regular(path.stat().st_mode)  # opening a device may have side effects
    plain = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    handle = os.open(path, flags | plain, 0o666)
    try:
        _check_regular(os.fstat(handle).st_mode)
        mode = "a+b" if flags & os.O_RDWR else "rb"
        return os.fdopen(handle, mode, buffering=0)
    except BaseException:
        os.close(handle)
        raise


def _check_regular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(mode):
        problem = "it is a pipe, device or socket, not a regular file"
        raise OSError(errno.EINVAL, problem)


def _read_up_to(file: IO[bytes], limit: FileLimit, size: int = 0) -> bytes:
    """Read to the end; OSError if there is more than `limit` allows."""
    data = bytearray()
    if size <= limit.size:
        while len(data) <= limit.size:
            piece = file.read(min(1 << 20, limit.size + 1 - len(data)))
            if not piece:
                return bytes(data)
            data += piece
    raise _too_large(limit)


def _too_large(limit: FileLimit) -> OSError:
    problem = f"it is larger than the limit of {_size(limit.size)}; {limit.advice}"
    return OSError(errno.EFBIG, problem)


def _size(count: int) -> str:
    return f"{count / 1e6:g} MB" if count >= 1e5 else f"{count} bytes"


def read_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a journal, each with its end offset; OSError if too large.

    Lines include their newline, which the last one may lack. Only the newline is yielded for a
    line that is too long.
    """
    if os.fstat(file.fileno()).st_size > JOURNAL_FILE.size:
        raise _too_large(JOURNAL_FILE)
    file.seek(0)
    end = 0
    with open(file.fileno(), "rb", closefd=False) as buffered:
        while line := buffered.readline(LONGEST_LINE):
            end += len(line)
            if len(line) == LONGEST_LINE:
                while line and not line.endswith(b"\n"):
                    line = buffered.readline(LONGEST_LINE)
                    end += len(line)
                line = line[-1:]
            yield end, line


def read_line(stream: TextIO, longest: int) -> str:
    """Return the next line, cut to `longest` characters; "" at the end of the stream.

    The remainder of a longer line is skipped.
    """
    line = piece = stream.readline(longest)
    while len(piece) == longest and not piece.endswith("\n"):
        piece = stream.readline(longest)
    return line


def read_named(name: str, limit: FileLimit) -> str:
    """Return the text of a file that a user named, or of standard input for ``-``.

    DuelError if it cannot be read or is larger than `limit` allows.
    """
    try:
        if name == "-":
            data = _read_up_to(sys.stdin.buffer, limit)
        else:
            data = read_bounded(Path(name).expanduser(), limit)
    except (OSError, ValueError, RuntimeError) as error:
        raise DuelError(f"cannot read {_called(name)}: {_why(error)}") from None
    return data.decode("utf-8", errors="backslashreplace")


def _called(name: str) -> str:
    return "standard input" if name == "-" else brief(name)


def write_named(name: str, content: str | bytes, *, new: bool = False) -> None:
    """Write a file that a user named, or to standard output for ``-``.

    The write is atomic and preserves the file's permissions. DuelError if it fails, or if the
    file exists and `new` is set.
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
        write_atomic(path.resolve(), data)
    except FileExistsError:
        raise DuelError(f"{brief(name)} exists already; choose another name") from None
    except (OSError, ValueError, RuntimeError) as error:
        raise DuelError(f"cannot write {brief(name)}: {_why(error)}") from None


def check_writable(name: str | None) -> None:
    """Raise DuelError if a file cannot be written; call this before long work."""
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
    """Return what was wrong with a file, in a few words."""
    message = error.strerror if isinstance(error, OSError) else None
    return message or "it is not a valid file name"


def lock(file: IO[bytes], busy: str) -> None:
    """Lock a file until this process ends; DuelError(`busy`) if it is locked."""
    try:
        import fcntl
    except ImportError:  # Windows has no such locks, so two processes may do the same work
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise DuelError(busy) from None


def sync_folder(folder: Path) -> None:
    """Sync a folder, if possible, so that a new file's name survives a power cut."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
