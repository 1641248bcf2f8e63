"""A tournament as a job: how a game is played, wherever that is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from divisor_duel import work
from divisor_duel.arena import stage
from divisor_duel.arena.journal import Folder
from divisor_duel.arena.playing import Line, play_game
from divisor_duel.arena.schedule import Plan, Task


def play_here(task: Task) -> Line:
    """Play one game with the players of this thread; they stay for the next one."""
    with stage.own_troupe() as troupe:
        return play_game(task, troupe)


JOB = work.Job(do=play_here, key=lambda task: task.key, noun="game", finish=stage.clear)
"""The job of every tournament."""

run_serially = partial(work.run_serially, JOB)
run_in_processes = partial(work.run_in_processes, JOB)
run_on_cluster = partial(work.run_on_cluster, JOB)


def run_tournament(
    plan: Plan,
    folder: Folder,
    run: work.Runner = work.run_serially,
    done: Callable[[Line], None] = lambda line: None,
) -> list[Line]:
    """Every game of `plan` in order: those that the folder has, and the others played."""
    return work.carry_out(JOB, plan.tasks(), folder.games, run, done)
