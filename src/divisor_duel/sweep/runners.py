"""A sweep as a job: how to compute a row, and which rows to compute again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from divisor_duel import jobs
from divisor_duel.games.registry import set_up
from divisor_duel.sweep.fingerprint import engine_fingerprint
from divisor_duel.sweep.journal import SweepJournal
from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import Row, Task, compute


def _is_good_enough(task: Task, row: Row) -> bool:
    impartial = set_up(task.game, task.options).has_nim_values
    if row.knowledge != engine_fingerprint(task.game):
        return row.is_complete(impartial)
    return row.is_good_enough(task.seconds, impartial)


JOB = jobs.Job(
    do=compute,
    key=lambda task: task.size,
    noun="size",
    is_good_enough=_is_good_enough,
    choose_better=Row.choose_better,
)
"""The job of every sweep."""

run_serially = partial(jobs.run_serially, JOB)


def sweep(
    plan: Plan,
    journal: SweepJournal,
    run: jobs.Runner = jobs.run_serially,
    seconds: float | None = None,
    done: Callable[[Row], None] = lambda row: None,
    cache: Path | None = None,
) -> list[Row]:
    """Return every row of `plan` by size, computing those that the journal lacks.

    `done` is called with each newly computed row, after it is saved. Facts that took
    long to find go to the folder `cache`.
    """
    return jobs.run_job(JOB, plan.tasks(seconds, cache), journal, run, done)


def remaining_tasks(plan: Plan, journal: SweepJournal, seconds: float | None) -> list[Task]:
    """Return the tasks of `sweep`: sizes whose row is missing or can be improved."""
    return jobs.remaining_tasks(JOB, plan.tasks(seconds), journal)
