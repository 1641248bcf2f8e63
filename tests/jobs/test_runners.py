"""Tasks in worker processes: none is lost, and no process is left."""

from __future__ import annotations

import os
import signal
from multiprocessing import active_children
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, jobs
from divisor_duel.sweep import (
    JOB,
    Plan,
    Task,
)

COUNTDOWN = Plan(GAMES["countdown"], {}, "start", range(1, 41))


def test_a_killed_process_costs_no_row() -> None:
    """When a worker is killed, its rows and all that wait are worked out by new ones."""
    rows = jobs.run_in_processes(JOB, COUNTDOWN.tasks(), 2)
    sizes = [next(rows).size]
    victim = active_children()[0].pid
    assert victim
    os.kill(victim, signal.SIGKILL)
    sizes += [row.size for row in rows]
    assert sorted(sizes) == list(COUNTDOWN.sizes)


class Deadly(dict[str, int]):
    """Options that end the process which reads them."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (9,)


def test_work_that_always_kills_is_given_up() -> None:
    """A size that ends every process is named after a few tries."""
    tasks = [Task("countdown", Deadly(), 60, None)]
    with pytest.raises(DuelError, match="killed 3 times in a row at 60"):
        list(jobs.run_in_processes(JOB, tasks, 2))


def test_leaving_early_leaves_no_process() -> None:
    """Closing a runner in mid-work ends its processes at once."""
    plan = Plan(GAMES["divider"], {"low": 3}, "high", range(10, 200, 10))
    rows = jobs.run_in_processes(JOB, plan.tasks(), 2)
    next(rows)
    rows.close()
    assert active_children() == []
