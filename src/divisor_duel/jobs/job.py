"""Jobs: how tasks with keys become rows, and which tasks still have to be done."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from divisor_duel.jobs.journal import Journal

Task = TypeVar("Task")
Row = TypeVar("Row")
K = TypeVar("K")

Rows = Generator[Row, None, None]
"""Rows in the order of completion; closing it early leaves nothing running."""


def _nothing_to_finish(gently: bool) -> None:
    """Do nothing: most tasks leave nothing running."""


def _always(task: object, row: object) -> bool:
    return True


def _newest(row: Row, earlier: Row | None) -> Row:
    return row


@dataclass(frozen=True)
class Job(Generic[Task, Row]):
    """How to do one task, and when its row needs to be computed again."""

    do: Callable[[Task], Row]
    """Computes the row of a task; for processes and clusters, a module-level function."""
    key: Callable[[Task], Hashable]
    """Permanent key of a task, under which its row is saved."""
    noun: str
    """What a task is called in messages."""
    finish: Callable[[bool], None] = _nothing_to_finish
    """Stops what `do` left running in a process: gently if True, else at once."""
    is_good_enough: Callable[[Task, Row], bool] = _always
    """Whether a saved row is good enough, so that the task need not be done again."""
    choose_better: Callable[[Row, Row | None], Row] = _newest
    """Returns the better of a new row and an earlier one."""


class Runner(Protocol):
    """A way to do tasks."""

    def __call__(self, job: Job[Task, Row], tasks: Sequence[Task], /) -> Rows[Row]:
        """Do the tasks and yield a row for each."""
        ...


def remaining_tasks(
    job: Job[Task, Row], tasks: Sequence[Task], journal: Journal[K, Row]
) -> list[Task]:
    """Return the tasks whose row is missing in the journal or not good enough."""
    rows = (journal.row(job.key(task)) for task in tasks)
    return [
        task
        for task, row in zip(tasks, rows, strict=True)
        if row is None or not job.is_good_enough(task, row)
    ]


def run_job(
    job: Job[Task, Row],
    tasks: Sequence[Task],
    journal: Journal[K, Row],
    run: Runner,
    done: Callable[[Row], None] = lambda row: None,
) -> list[Row]:
    """Return the row of every task in order, doing those that the journal lacks.

    `done` is called with each new row, after it is saved.
    """
    with contextlib.closing(run(job, remaining_tasks(job, tasks, journal))) as rows:
        for row in rows:
            best = job.choose_better(row, journal.rows.get(journal.key(row)))
            journal.add(best)
            done(best)
    finished = (journal.row(job.key(task)) for task in tasks)
    return [row for row in finished if row is not None]
