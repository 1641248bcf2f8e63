"""Tasks done on this machine: one after the other here, or side by side in processes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from divisor_duel.errors import DuelError
from divisor_duel.work.job import Job, Rows
from divisor_duel.work.processes import interrupts_held, worker_pool

Task = TypeVar("Task")
Row = TypeVar("Row")

MOST_FAILURES = 3
"""How often in a row a pool may break before a task is done; then more tries are no use."""


def run_serially(job: Job[Task, Row], tasks: Sequence[Task]) -> Rows[Row]:
    """One task after the other, in this process."""
    done = False
    try:
        yield from map(job.do, tasks)
        done = True
    finally:
        job.finish(done)


def run_in_processes(job: Job[Task, Row], tasks: Sequence[Task], workers: int) -> Rows[Row]:
    """Tasks side by side in `workers` processes; those of a process that is killed are redone."""
    left = {job.key(task): task for task in tasks}
    failures = 0
    while left:
        before = len(left)
        try:
            with worker_pool(min(workers, before)) as pool:
                with interrupts_held():
                    futures = {pool.submit(job.do, task): key for key, task in left.items()}
                for future in as_completed(futures):
                    row = future.result()
                    del left[futures[future]]
                    yield row
        except BrokenProcessPool:
            failures = failures + 1 if len(left) == before else 0
            if failures == MOST_FAILURES:
                where = f"{next(iter(left))} or a later {job.noun}"
                problem = f"the worker processes were killed {failures} times in a row at {where}"
                raise DuelError(f"{problem}; perhaps memory ran out: try fewer workers") from None
