"""Run a tournament: play its games in this process, in several, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from divisor_duel import jobs
from divisor_duel.arena.players.budget import CostBudget
from divisor_duel.arena.players.startup_checks import check_players
from divisor_duel.arena.run import worker_players
from divisor_duel.arena.run.concurrent_games import Begin, Blocked, ConcurrentRunner
from divisor_duel.arena.run.output_folder import OutputFolder, RunFolder
from divisor_duel.arena.run.referee import play_game, referee, unplayed_row
from divisor_duel.arena.run.rows import AnswerRow, Finished, GameRow, Row, Unplayed
from divisor_duel.arena.run.schedule import GameTask, Plan, PlayerTask, Schedule


def play_here(task: GameTask) -> GameRow | Unplayed:
    """Play one game with the players of this thread, reused for the next one."""
    paused = worker_players.paused.first_of(task.players)
    if paused:
        return unplayed_row(task, *paused)
    with worker_players.players_of_this_thread() as pool:
        row = play_game(task, pool)
    worker_players.paused.count(row)
    return row


def _with_earlier_cost(
    row: GameRow | Unplayed, earlier: GameRow | Unplayed | None
) -> GameRow | Unplayed:
    """Return `row` with the cost of earlier attempts at the same game added."""
    before = cost_of(earlier) if earlier else 0.0
    return replace(row, cost_before=before) if before else row


def cost_of(row: Row) -> float:
    """Return the cost of a game's models, including earlier attempts at the game."""
    before = 0.0 if isinstance(row, AnswerRow) else row.cost_before or 0.0
    return before + sum(exchange.cost or 0.0 for exchange in row.exchanges)


def _is_of(task: GameTask, row: GameRow | Unplayed) -> bool:
    """Return whether a row is the task's game, played to the end."""
    names = [entry.name for entry in task.players]
    expected = (names, task.setup.label, task.setup.game, dict(task.setup.options))
    return isinstance(row, GameRow) and (row.players, row.setup, row.game, row.options) == expected


JOB = jobs.Job(
    do=play_here,
    key=lambda task: task.key,
    noun="game",
    finish=worker_players.clear,
    is_good_enough=_is_of,
    choose_better=_with_earlier_cost,
)
"""The job that plays the games of a tournament."""

run_serially = partial(jobs.run_serially, JOB)


def run_tournament(
    plan: Schedule,
    folder: OutputFolder,
    run: jobs.Runner = jobs.run_serially,
    done: Callable[[GameRow | Unplayed], None] = lambda row: None,
) -> list[GameRow | Unplayed]:
    """Play the games that the folder lacks, and return all games of `plan` in order.

    The row of a game that could not be played says why.
    """
    return jobs.run_job(JOB, plan.tasks(), folder.games, run, done)


PlayerTaskT = TypeVar("PlayerTaskT", bound=PlayerTask)


class Calls(NamedTuple):
    """How language models are called in one run."""

    in_flight: int
    """Limit on concurrent calls."""
    budget: CostBudget
    """Their cost so far, and the budget."""


def check_and_choose_runner(
    job: jobs.Job[PlayerTaskT, Finished | Unplayed],
    plan: Plan[PlayerTaskT],
    folder: RunFolder[Finished],
    run: jobs.Runner,
    calls: Calls,
    alone: bool = True,
    far: bool = False,
    ways: tuple[Begin, Blocked] = (referee, unplayed_row),
) -> jobs.Runner:
    """Check the players of the tasks that are left, and return the runner for them.

    `alone`: in this process, where models are called concurrently. `far`: on other
    machines, whose programs cannot be checked from here.
    """
    left = jobs.remaining_tasks(job, plan.tasks(), folder.games)
    calls.budget.add_earlier_cost(sum(map(cost_of, folder.games.rows.values())))
    entries = {entry.name: entry for task in left for entry in task.players}
    check_players(entries.values(), plan.terms, calls.budget, programs=not far)
    if alone and any(entry.model for entry in entries.values()):
        return ConcurrentRunner(calls.in_flight, calls.budget, *ways)
    return run
