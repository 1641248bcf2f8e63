"""Run tasks in a separate process: for a time limit, peak memory or a cold start."""

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
    """Return the result of a task in a new process; None after `limit` seconds."""
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


def in_fork(task: Callable[..., Answer], *arguments: Any) -> Answer:
    """Return the result of a task in a fork of this process, with cold caches.

    The caches of the package need not be cleared, as long as this process itself has
    asked the engine nothing.
    """
    result = in_process(task, *arguments, limit=None, start="fork")
    assert result is not None
    return result


def _answer(pipe: Connection, task: Callable[..., object], arguments: tuple[object, ...]) -> None:
    pipe.send(task(*arguments))
    pipe.close()


def peak_megabytes() -> float:
    """Return the peak memory of this process.

    The figure in /proc is preferred, as `getrusage` includes the memory of the parent
    process.
    """
    status = Path("/proc/self/status")
    if status.exists():
        match = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        if match:
            return int(match[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def processor_seconds(pid: int) -> float:
    """Return the CPU time that a process has used, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def held_bytes(pid: int) -> int:
    """Return the resident memory of a process."""
    match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(match[1]) * 1024 if match else 0
