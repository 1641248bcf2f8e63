"""Tasks in a process of their own: for a time limit, for peak memory, for a clean start."""

from __future__ import annotations

import os
import re
import resource
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def in_process(
    task: Callable[..., Answer], *arguments: Any, limit: float | None, start: str = "spawn"
) -> Answer | None:
    """What a task returns in a new process, or None if it does not within `limit` seconds."""
    context: Any = get_context(start)
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(theirs, task, arguments))
    process.start()
    theirs.close()
    try:
        return ours.recv() if ours.poll(limit) else None
    except EOFError:
        raise RuntimeError(f"{task.__name__}{arguments} failed in its process") from None
    finally:
        process.kill()
        process.join()


def from_nothing(task: Callable[..., Answer], *arguments: Any) -> Answer:
    """What a task returns in a copy of this process; what it finds out is forgotten with it.

    Nothing that the package remembers has to be dropped by hand, as long as this
    process itself asks about nothing.
    """
    found = in_process(task, *arguments, limit=None, start="fork")
    assert found is not None
    return found


def _answer(pipe: Connection, task: Callable[..., object], arguments: tuple[object, ...]) -> None:
    pipe.send(task(*arguments))
    pipe.close()


def peak_megabytes() -> float:
    """The most memory that this process has held.

    The system's own account is preferred, as `getrusage` counts for a started
    process also what the one that started it held.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        if found:
            return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def processor_seconds(pid: int) -> float:
    """The processor's time that a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def held_bytes(pid: int) -> int:
    """The memory that a process holds."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) * 1024 if found else 0
