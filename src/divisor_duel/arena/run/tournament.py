"""Run a tournament: play its games in this process, in several, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from divisor_duel import jobs
from divisor_duel.arena.players.budget import Ledger
from divisor_duel.arena.players.startup_checks import check_players
from divisor_duel.arena.run import worker_players
from divisor_duel.arena.run.concurrent_games import InFlight
from divisor_duel.arena.run.output_folder import Folder
from divisor_duel.arena.run.referee import Steps, play_game, referee, unplayed
from divisor_duel.arena.run.rows import Line, is_played
from divisor_duel.arena.run.schedule import GameTask, Schedule


def play_here(task: GameTask) -> Line:
    """Play one game with the players of this thread, reused for the next one."""
    paused = worker_players.pauses.trouble(task.players)
    if paused:
        return unplayed(task, *paused)
    with worker_players.own_troupe() as troupe:
        line = play_game(task, troupe)
    worker_players.pauses.count(line)
    return line


def _with_earlier_cost(line: Line, earlier: Line | None) -> Line:
    """Return `line` with the cost of earlier attempts at the same game added."""
    before = cost_of(earlier) if earlier else 0.0
    return line | {"cost_before": before} if before else line


def cost_of(line: Line) -> float:
    """Return the cost of a game's models, including earlier attempts at the game."""
    costs = (exchange.get("cost") or 0.0 for exchange in line["exchanges"])
    return float(line.get("cost_before", 0.0) + sum(costs))


def _is_of(task: GameTask, line: Line) -> bool:
    """Return whether a line is the task's game, played to the end."""
    names = [entry.name for entry in task.players]
    expected = (names, task.setup.label, task.setup.game, dict(task.setup.options))
    return is_played(line) and expected == tuple(
        line[field] for field in ("players", "setup", "game", "options")
    )


JOB = jobs.Job(
    do=play_here,
    key=lambda task: task.key,
    noun="game",
    finish=worker_players.clear,
    is_settled=_is_of,
    or_better=_with_earlier_cost,
)
"""The job that plays the games of a tournament."""

run_serially = partial(jobs.run_serially, JOB)
run_in_processes = partial(jobs.run_in_processes, JOB)
run_on_cluster = partial(jobs.run_on_cluster, JOB)


def run_tournament(
    plan: Schedule,
    folder: Folder,
    run: jobs.Runner = jobs.run_serially,
    done: Callable[[Line], None] = lambda line: None,
) -> list[Line]:
    """Play the games that the folder lacks, and return all games of `plan` in order.

    The line of a game that could not be played says why.
    """
    return jobs.carry_out(JOB, plan.tasks(), folder.games, run, done)


class Calls(NamedTuple):
    """How language models are called in one run."""

    in_flight: int
    """Limit on concurrent calls."""
    ledger: Ledger
    """Their cost so far, and the budget."""


def prepared(
    job: jobs.Job[Any, Line],
    plan: Any,
    folder: Folder,
    run: jobs.Runner,
    calls: Calls,
    alone: bool = True,
    far: bool = False,
    ways: tuple[Callable[..., Steps], Callable[..., Line]] = (referee, unplayed),
) -> jobs.Runner:
    """Check the players of the tasks that are left, and return the runner for them.

    `alone`: in this process, where models are called concurrently. `far`: on other
    machines, whose programs cannot be checked from here.
    """
    left = jobs.unsettled(job, plan.tasks(), folder.games)
    calls.ledger.bring(sum(map(cost_of, folder.games.rows.values())))
    entries = {entry.name: entry for task in left for entry in task.players}
    check_players(entries.values(), plan.terms, calls.ledger, programs=not far)
    if alone and any(entry.model for entry in entries.values()):
        return InFlight(calls.in_flight, calls.ledger, *ways)
    return run
