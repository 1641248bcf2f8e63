"""Worker processes on this machine, which end with whoever started them, even if that is killed."""

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
    """Processes that end when this block does, or this process: they hold the end of a pipe."""
    context = get_context("spawn")
    lifeline, grip = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _start_worker, (lifeline,))
    try:
        yield pool
    except BaseException:
        grip.close()  # nobody waits for the rows any more
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        grip.close()
        lifeline.close()


def _start_worker(lifeline: Connection) -> None:
    """Leave Ctrl-C to the parent, and end with it, even if it is killed in mid-row."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C for a moment: processes that start meanwhile never see one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
