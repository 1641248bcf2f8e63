"""The ways to work out rows: one after the other here, or side by side in processes.

A runner takes tasks and yields a row for each, in whatever order they are
done. Closing it early leaves no process behind.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection

from divisor_duel.errors import DuelError
from divisor_duel.sweep.journal import Journal
from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import Row, Task, compute

Rows = Generator[Row, None, None]
Runner = Callable[[Sequence[Task]], Rows]

MOST_FAILURES = 3
"""How often in a row a pool may break before a row is done; then more tries are no use."""


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
            with _pool(min(workers, before)) as pool:
                with _interrupts_held():
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


@contextlib.contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
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
def _interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C for a moment: processes that start meanwhile never see one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
