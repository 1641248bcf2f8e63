"""Sweeps as jobs: which sizes are computed, and by whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from multiprocessing import active_children

from divisor_duel import GAMES, jobs
from divisor_duel.sweep import (
    Plan,
    Row,
    SweepJournal,
    engine_fingerprint,
    remaining_tasks,
    run_serially,
    sweep,
)

COUNTDOWN = Plan(GAMES["countdown"], {}, "start", range(1, 41))
TIMED_OUT = Row(9, "unknown", None, None, (), 4, 0.5)


def test_a_longer_range_goes_on_from_a_shorter_one(journal: Callable[..., SweepJournal]) -> None:
    """Saved rows serve every range; a fresh start discards them."""
    sweep(COUNTDOWN, journal())
    longer = replace(COUNTDOWN, sizes=range(30, 51))
    assert [task.size for task in remaining_tasks(longer, journal(), None)] == list(range(41, 51))
    assert len(remaining_tasks(longer, journal(fresh=True), None)) == 21


def test_unknown_rows_are_tried_again_when_the_engine_knows_more(
    journal: Callable[..., SweepJournal],
) -> None:
    """Sizes that ran out of time are solved again with other theories, data or `fast`."""
    plan = Plan(GAMES["divider"], {}, "high", range(8, 10))
    kept = journal()
    for size in plan.sizes:
        kept.add(replace(TIMED_OUT, size=size, seconds=None))
    assert [task.size for task in remaining_tasks(plan, kept, 100.0)] == [8, 9]
    assert [row.grundy for row in sweep(plan, kept, seconds=100.0)] == [4, 5]
    kept.add(replace(TIMED_OUT, size=8, seconds=None, knowledge=engine_fingerprint("divider")))
    assert remaining_tasks(plan, kept, 100.0) == []


def test_processes_find_the_same_rows(journal: Callable[..., SweepJournal]) -> None:
    """Two processes, in whatever order they finish, give the table of one."""
    alone = list(run_serially(COUNTDOWN.tasks()))
    shared = sweep(COUNTDOWN, journal(), partial(jobs.run_in_processes, workers=2))
    assert shared == alone
    assert active_children() == []
