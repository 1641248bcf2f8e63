"""Long work that can be stopped at any moment and goes on where it was.

A job says how one task becomes one row. A runner does tasks here, in processes
or on a Dask cluster; a journal keeps each row as soon as it is there. Sweeps,
tournaments and benchmarks are descriptions of jobs, and what to do with rows.

>>> from divisor_duel.work import Job, run_serially
>>> doubled = Job(do=lambda number: 2 * number, key=str, noun="number")
>>> list(run_serially(doubled, [1, 2, 3]))
[2, 4, 6]
"""

from divisor_duel.work.cluster import run_on_cluster
from divisor_duel.work.job import Job, Rows, Runner, carry_out, unsettled
from divisor_duel.work.journal import Journal
from divisor_duel.work.runners import run_in_processes, run_serially

__all__ = [
    "Job",
    "Journal",
    "Rows",
    "Runner",
    "carry_out",
    "run_in_processes",
    "run_on_cluster",
    "run_serially",
    "unsettled",
]
