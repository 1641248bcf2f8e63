"""Run tasks on a Dask cluster.

If a worker dies, Dask gives its tasks to another one. The client library is an
optional extra, imported only when a cluster is used.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from importlib import import_module
from typing import Any, TypeVar

from divisor_duel.errors import DuelError
from divisor_duel.extras import install_message
from divisor_duel.game import brief
from divisor_duel.jobs.job import Job, Rows

Task = TypeVar("Task")
Row = TypeVar("Row")

CONNECT_SECONDS = 5
"""Timeout for the scheduler to answer, and again to have a worker, in seconds."""


def run_on_cluster(job: Job[Task, Row], tasks: Sequence[Task], address: str) -> Rows[Row]:
    """Do tasks in parallel on the workers of the scheduler at `address`."""
    if not tasks:
        return
    distributed = _load()
    with _connected(distributed, address) as client:
        futures = client.map(job.do, tasks, pure=False)
        try:
            for future in distributed.as_completed(futures, loop=client.loop):
                yield future.result()
                future.release()
        except distributed.KilledWorker:
            problem = f"one {job.noun} ended several workers of the cluster"
            raise DuelError(f"{problem}; perhaps their memory ran out") from None
        except (CancelledError, OSError):
            problem = f"the scheduler at {brief(address)} went away"
            raise DuelError(f"{problem}; run the same command to continue") from None
        except ImportError:
            raise DuelError("every worker of the cluster needs divisor-duel installed") from None
        finally:
            del futures
            with contextlib.suppress(Exception):  # a lost cluster has nothing left to finish
                client.run(job.finish, True)


def _load() -> Any:
    """Import the Dask client and silence its logging."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise DuelError(install_message("a cluster needs one more package", "cluster")) from None
    for name in list(logging.root.manager.loggerDict):  # problems become a DuelError
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return distributed


@contextlib.contextmanager
def _connected(distributed: Any, address: str) -> Iterator[Any]:
    """Connect to the scheduler and wait until it has a worker."""
    try:
        asyncio.run(_greet(distributed, address))
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception:  # another kind of server may send anything
        problem = f"no scheduler answers at {brief(address)}"
        raise DuelError(f"{problem}; it should be an address such as tcp://HOST:8786") from None
    try:
        _await_worker(client, address)
        yield client
    finally:
        client.close(timeout=2)


async def _greet(distributed: Any, address: str) -> None:
    """Try the handshake: `Client` would hang if something else listens there."""
    security = distributed.Security().get_connection_args("client")
    greeting = distributed.comm.connect(address, timeout=CONNECT_SECONDS, **security)
    comm = await asyncio.wait_for(greeting, CONNECT_SECONDS)
    await comm.close()


def _await_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        raise DuelError(f"the scheduler at {brief(address)} has no workers yet") from None
