"""Workers for long pieces of work: processes on this machine, or a Dask cluster.

Processes end with whoever started them, even if that one is killed. What speaks
to clusters is an extra, loaded only when it is asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from divisor_duel.errors import DuelError
from divisor_duel.game import brief

MOST_FAILURES = 3
"""How often in a row a pool may break before a piece is done; then more tries are no use."""

CONNECT_SECONDS = 5
"""How long the scheduler may take to answer, and then to name a worker."""


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


def load_distributed() -> Any:
    """The package that speaks to clusters."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        problem = "a cluster needs one more package: pip install 'divisor-duel[cluster]'"
        raise DuelError(problem) from None
    for name in list(logging.root.manager.loggerDict):  # problems are told in one sentence
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return distributed


@contextlib.contextmanager
def connected(distributed: Any, address: str) -> Iterator[Any]:
    """A client of the scheduler, which has at least one worker."""
    try:
        asyncio.run(_greet(distributed, address))
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception:  # whatever answers there may answer anything
        problem = f"no scheduler answers at {brief(address)}"
        raise DuelError(f"{problem}; it should be an address such as tcp://HOST:8786") from None
    try:
        _await_worker(client, address)
        yield client
    finally:
        client.close(timeout=2)


async def _greet(distributed: Any, address: str) -> None:
    """Shake hands once: a client would wait for ever if something else listens there."""
    security = distributed.Security().get_connection_args("client")
    greeting = distributed.comm.connect(address, timeout=CONNECT_SECONDS, **security)
    comm = await asyncio.wait_for(greeting, CONNECT_SECONDS)
    await comm.close()


def _await_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        raise DuelError(f"the scheduler at {brief(address)} has no workers yet") from None
