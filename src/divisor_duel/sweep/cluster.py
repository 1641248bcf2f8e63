"""Rows worked out on a Dask cluster: the same work, sent to a scheduler.

Dask gives the rows of a worker that dies to another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError

from divisor_duel.errors import DuelError
from divisor_duel.game import brief
from divisor_duel.sweep.rows import Task, compute
from divisor_duel.sweep.runners import Rows
from divisor_duel.workers import connected, load_distributed


def run_on_cluster(tasks: Sequence[Task], address: str) -> Rows:
    """Rows side by side on the workers of the scheduler at `address`."""
    if not tasks:
        return
    distributed = load_distributed()
    with connected(distributed, address) as client:
        futures = client.map(compute, tasks, pure=False)
        try:
            for future in distributed.as_completed(futures, loop=client.loop):
                yield future.result()
        except distributed.KilledWorker:
            problem = "one size ended several workers of the cluster; perhaps their memory ran out"
            raise DuelError(problem) from None
        except (CancelledError, OSError):
            problem = f"the scheduler at {brief(address)} went away"
            raise DuelError(f"{problem}; the same command goes on from here") from None
        except ImportError:
            raise DuelError("every worker of the cluster needs divisor-duel installed") from None
