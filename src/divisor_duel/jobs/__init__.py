"""Long work that can be stopped at any moment and resumed later.

A job says how one task becomes one row. A runner does the tasks in this process, in
worker processes or on a Dask cluster; a journal saves each row as soon as it is done.
Sweeps, tournaments and benchmarks each define a job and what to do with its rows.

>>> from divisor_duel.jobs import Job, run_serially
>>> doubled = Job(do=lambda number: 2 * number, key=str, noun="number")
>>> list(run_serially(doubled, [1, 2, 3]))
[2, 4, 6]
"""

from divisor_duel.jobs.cluster import run_on_cluster
from divisor_duel.jobs.job import Job, Rows, Runner, remaining_tasks, run_job
from divisor_duel.jobs.journal import Journal
from divisor_duel.jobs.runners import run_in_processes, run_serially

__all__ = [
    "Job",
    "Journal",
    "Rows",
    "Runner",
    "remaining_tasks",
    "run_in_processes",
    "run_job",
    "run_on_cluster",
    "run_serially",
]
