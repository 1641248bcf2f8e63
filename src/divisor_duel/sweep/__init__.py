"""Who wins for each size of a game: each size is solved once and saved.

>>> from divisor_duel.games.registry import GAMES
>>> from divisor_duel.sweep import Plan, run_serially
>>> plan = Plan(GAMES["countdown"], {}, "start", range(2, 7))
>>> [(row.size, row.winner, row.openings) for row in run_serially(plan.tasks())]
[(2, 'second', ()), (3, 'second', ()), (4, 'first', (2,)), (5, 'second', ()), (6, 'first', (3,))]

A plan lists the sizes; the runners of `divisor_duel.jobs` solve them in this process,
in worker processes or on a cluster; a journal saves each row as soon as it is known.
"""

from divisor_duel.sweep.export import as_bfile, as_csv, format_openings
from divisor_duel.sweep.fingerprint import engine_fingerprint
from divisor_duel.sweep.journal import SweepJournal, journal_path
from divisor_duel.sweep.plan import Plan
from divisor_duel.sweep.rows import FIRST, SECOND, UNKNOWN, Row, Task, compute
from divisor_duel.sweep.runners import (
    JOB,
    remaining_tasks,
    run_serially,
    sweep,
)

__all__ = [
    "FIRST",
    "JOB",
    "SECOND",
    "UNKNOWN",
    "Plan",
    "Row",
    "SweepJournal",
    "Task",
    "as_bfile",
    "as_csv",
    "compute",
    "engine_fingerprint",
    "format_openings",
    "journal_path",
    "remaining_tasks",
    "run_serially",
    "sweep",
]
