"""A sweep as a job: how a size becomes a row, and which rows are worth another try."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from divisor_duel import work
from divisor_duel.games.registry import set_up
from divisor_duel.sweep.journal import SweepJournal
from divisor_duel.sweep.known import knowledge
from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import Row, Task, compute


def _is_settled(task: Task, row: Row) -> bool:
    impartial = set_up(task.game, task.options).has_nim_values
    if row.knowledge != knowledge(task.game):
        return row.is_whole(impartial)
    return row.is_settled(task.seconds, impartial)


JOB = work.Job(
    do=compute,
    key=lambda task: task.size,
    noun="size",
    is_settled=_is_settled,
    or_better=Row.or_better,
)
"""The job of every sweep."""

run_serially = partial(work.run_serially, JOB)
run_in_processes = partial(work.run_in_processes, JOB)
run_on_cluster = partial(work.run_on_cluster, JOB)


def sweep(
    plan: Plan,
    journal: SweepJournal,
    run: work.Runner = work.run_serially,
    seconds: float | None = None,
    done: Callable[[Row], None] = lambda row: None,
) -> list[Row]:
    """Every row of `plan` by size: those that the journal has, and the others worked out.

    `done` is called after each row that was worked out and is kept.
    """
    return work.carry_out(JOB, plan.tasks(seconds), journal, run, done)


def unsettled(plan: Plan, journal: SweepJournal, seconds: float | None) -> list[Task]:
    """What `sweep` has to work out: sizes without a row, or whose row more time may complete."""
    return work.unsettled(JOB, plan.tasks(seconds), journal)
