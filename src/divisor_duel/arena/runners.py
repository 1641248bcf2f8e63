"""The ways to play games: one after the other here, side by side in processes, on a cluster.

A runner takes tasks and yields a line for each, in whatever order they are
over. Closing it early leaves no process behind: programs hang on a pipe that
ends with whoever started them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import CancelledError, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

from divisor_duel.arena.journal import Folder
from divisor_duel.arena.players import Troupe
from divisor_duel.arena.playing import Line, play_game
from divisor_duel.arena.schedule import Plan, Task
from divisor_duel.errors import DuelError
from divisor_duel.game import brief
from divisor_duel.workers import (
    MOST_FAILURES,
    connected,
    interrupts_held,
    load_distributed,
    worker_pool,
)

Lines = Generator[Line, None, None]
Runner = Callable[[Sequence[Task]], Lines]

BLOCK = 4
"""How many games a worker of a cluster gets at once: its programs start once for them."""


def run_tournament(
    plan: Plan, folder: Folder, run: Runner, done: Callable[[Line], None] = lambda line: None
) -> list[Line]:
    """Every game of `plan` in order: those that the folder has, and the others played."""
    tasks = plan.tasks()
    with contextlib.closing(run([t for t in tasks if t.key not in folder.lines])) as lines:
        for line in lines:
            folder.add(line)
            done(line)
    return [folder.lines[task.key] for task in tasks]


def run_serially(tasks: Sequence[Task]) -> Lines:
    """One game after the other, in this process."""
    troupe = Troupe()
    try:
        for task in tasks:
            yield play_game(task, troupe)
        troupe.close()
    finally:
        troupe.kill()


@lru_cache(maxsize=1)
def _own_troupe() -> Troupe:
    """The players of a worker process; they end with it."""
    return Troupe()


def _play_here(task: Task) -> Line:
    return play_game(task, _own_troupe())


def run_in_processes(tasks: Sequence[Task], workers: int) -> Lines:
    """Games side by side in `workers` processes; those of a process that is killed are redone."""
    left = {task.key: task for task in tasks}
    failures = 0
    while left:
        before = len(left)
        try:
            with worker_pool(min(workers, before)) as pool:
                with interrupts_held():
                    futures = [pool.submit(_play_here, task) for task in left.values()]
                for future in as_completed(futures):
                    line = future.result()
                    del left[line["key"]]
                    yield line
        except BrokenProcessPool:
            failures = failures + 1 if len(left) == before else 0
            if failures == MOST_FAILURES:
                problem = f"the worker processes were killed {failures} times in a row"
                raise DuelError(f"{problem}; perhaps memory ran out: try fewer workers") from None


def play_block(tasks: Sequence[Task]) -> list[Line]:
    """A few games in a row; no program outlives them, since the worker lives on."""
    return list(run_serially(tasks))


def run_on_cluster(tasks: Sequence[Task], address: str) -> Lines:
    """Games side by side on the workers of the Dask scheduler at `address`."""
    if not tasks:
        return
    distributed = load_distributed()
    blocks = [list(tasks[index : index + BLOCK]) for index in range(0, len(tasks), BLOCK)]
    with connected(distributed, address) as client:
        futures = client.map(play_block, blocks, pure=False)
        try:
            for future in distributed.as_completed(futures, loop=client.loop):
                yield from future.result()
        except distributed.KilledWorker:
            problem = "a few games ended several workers of the cluster"
            raise DuelError(f"{problem}; perhaps their memory ran out") from None
        except (CancelledError, OSError):
            problem = f"the scheduler at {brief(address)} went away"
            raise DuelError(f"{problem}; the same command goes on from here") from None
        except ImportError:
            raise DuelError("every worker of the cluster needs divisor-duel installed") from None
