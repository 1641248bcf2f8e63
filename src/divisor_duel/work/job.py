"""What long work consists of: tasks with keys, each of which becomes a row."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from divisor_duel.work.journal import Journal

Task = TypeVar("Task")
Row = TypeVar("Row")

Rows = Generator[Row, None, None]
"""Rows in whatever order they are done; closing it early leaves nothing running."""


def _nothing_to_end(gently: bool) -> None:
    """Most work leaves nothing behind."""


def _always(task: Any, row: Any) -> bool:
    return True


def _newest(row: Any, earlier: Any) -> Any:
    return row


@dataclass(frozen=True)
class Job(Generic[Task, Row]):
    """How one task is done, wherever that is, and what its row is good for."""

    do: Callable[[Task], Row]
    """From a task to its row; for processes and clusters, a function that a module has."""
    key: Callable[[Task], Hashable]
    """The name of a task for good: its row is kept under it."""
    noun: str
    """What a task is called in sentences."""
    finish: Callable[[bool], None] = _nothing_to_end
    """Ends what `do` left running in a process, gently or at once."""
    is_settled: Callable[[Task, Row], bool] = _always
    """Whether a kept row answers a task, or should be tried again."""
    or_better: Callable[[Row, Row | None], Row] = _newest
    """The better one of a new row and an earlier one."""


class Runner(Protocol):
    """A way to do tasks."""

    def __call__(self, job: Job[Task, Row], tasks: Sequence[Task], /) -> Rows[Row]:
        """A row for each of the tasks."""
        ...


def unsettled(job: Job[Task, Row], tasks: Sequence[Task], journal: Journal[Any, Row]) -> list[Task]:
    """The tasks that the journal has no row for, or none that is good enough."""
    rows = journal.rows
    return [
        task
        for task in tasks
        if job.key(task) not in rows or not job.is_settled(task, rows[job.key(task)])
    ]


def carry_out(
    job: Job[Task, Row],
    tasks: Sequence[Task],
    journal: Journal[Any, Row],
    run: Runner,
    done: Callable[[Row], None] = lambda row: None,
) -> list[Row]:
    """The row of every task in order: those that the journal has, and the others done now.

    `done` is called with each row that was made now, after it is kept.
    """
    with contextlib.closing(run(job, unsettled(job, tasks, journal))) as rows:
        for row in rows:
            kept = job.or_better(row, journal.rows.get(journal.key(row)))
            journal.add(kept)
            done(kept)
    return [journal.rows[job.key(task)] for task in tasks if job.key(task) in journal.rows]
