"""Run tasks on this machine: one by one in this process, or in worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from divisor_duel.errors import DuelError
from divisor_duel.jobs.job import Job, Rows
from divisor_duel.jobs.processes import interrupts_blocked, worker_pool

Task = TypeVar("Task")
Row = TypeVar("Row")

MOST_FAILURES = 3
"""How many times in a row a pool may break without finishing a task."""


def run_serially(job: Job[Task, Row], tasks: Sequence[Task]) -> Rows[Row]:
    """Do one task after the other, in this process."""
    done = False
    try:
        yield from map(job.do, tasks)
        done = True
    finally:
        job.finish(done)


def run_in_processes(job: Job[Task, Row], tasks: Sequence[Task], workers: int) -> Rows[Row]:
    """Do tasks in `workers` processes; if one is killed, its tasks are done again."""
    left = {job.key(task): task for task in tasks}
    failures = 0
    while left:
        before = len(left)
        try:
            with worker_pool(min(workers, before)) as pool:
                with interrupts_blocked():
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
