"""Worker processes on this machine; they exit with their parent, even if killed."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection


@contextlib.contextmanager
def worker_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Start processes that exit with this block or this process: they watch a pipe."""
    context = get_context("spawn")
    lifeline, parent_end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _start_worker, (lifeline,))
    try:
        yield pool
    except BaseException:
        parent_end.close()  # stop the workers: their rows are no longer needed
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        parent_end.close()
        lifeline.close()


def _start_worker(lifeline: Connection) -> None:
    """Leave Ctrl-C to the parent, and exit with it, even if it is killed in mid-row."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, args=(lifeline,), daemon=True).start()


def _exit_with_parent(lifeline: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)


@contextlib.contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block SIGINT, so that processes started in this block never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
