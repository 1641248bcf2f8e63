"""The ways to work out rows: one after the other here, or side by side in processes.

A runner takes tasks and yields a row for each, in whatever order they are
done. Closing it early leaves no process behind.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool

from divisor_duel.errors import DuelError
from divisor_duel.sweep.journal import Journal
from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import Row, Task, compute
from divisor_duel.workers import MOST_FAILURES, interrupts_held, worker_pool

Rows = Generator[Row, None, None]
Runner = Callable[[Sequence[Task]], Rows]


def sweep(
    plan: Plan,
    journal: Journal,
    run: Runner,
    seconds: float | None = None,
    done: Callable[[], None] = lambda: None,
) -> list[Row]:
    """Every row of `plan` by size: those that the journal has, and the others worked out.

    `done` is called after each row that was worked out and is kept.
    """
    with contextlib.closing(run(unsettled(plan, journal, seconds))) as rows:
        for row in rows:
            journal.add(row.or_better(journal.rows.get(row.size)))
            done()
    return [journal.rows[size] for size in plan.sizes]


def unsettled(plan: Plan, journal: Journal, seconds: float | None) -> list[Task]:
    """What `sweep` has to work out: sizes without a row, or whose row more time may complete."""
    return [
        task
        for task in plan.tasks(seconds)
        if task.size not in journal.rows
        or not journal.rows[task.size].is_settled(seconds, plan.game.impartial)
    ]


def run_serially(tasks: Sequence[Task]) -> Rows:
    """One row after the other, in this process."""
    yield from map(compute, tasks)


def run_in_processes(tasks: Sequence[Task], workers: int) -> Rows:
    """Rows side by side in `workers` processes; those of a process that is killed are redone."""
    left = {task.size: task for task in tasks}
    failures = 0
    while left:
        before = len(left)
        try:
            with worker_pool(min(workers, before)) as pool:
                with interrupts_held():
                    futures = [pool.submit(compute, task) for task in left.values()]
                for future in as_completed(futures):
                    row = future.result()
                    del left[row.size]
                    yield row
        except BrokenProcessPool:
            failures = failures + 1 if len(left) == before else 0
            if failures == MOST_FAILURES:
                sizes = f"{min(left)} or a later size"
                problem = f"the worker processes were killed {failures} times in a row at {sizes}"
                raise DuelError(f"{problem}; perhaps memory ran out: try fewer workers") from None
