"""A tournament as a job: how a game is played, wherever that is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from divisor_duel import work
from divisor_duel.arena import troupes
from divisor_duel.arena.checks import check_players
from divisor_duel.arena.flight import InFlight
from divisor_duel.arena.journal import Folder
from divisor_duel.arena.ledger import Ledger
from divisor_duel.arena.playing import Line, Steps, is_played, play_game, referee, unplayed
from divisor_duel.arena.schedule import GameTask, Schedule


def play_here(task: GameTask) -> Line:
    """Play one game with the players of this thread; they stay for the next one."""
    paused = troupes.pauses.trouble(task.players)
    if paused:
        return unplayed(task, *paused)
    with troupes.own_troupe() as troupe:
        line = play_game(task, troupe)
    troupes.pauses.count(line)
    return line


def _with_earlier_cost(line: Line, earlier: Line | None) -> Line:
    """A new line; what an earlier try of the same game has cost is not forgotten."""
    before = cost_of(earlier) if earlier else 0.0
    return line | {"cost_before": before} if before else line


def cost_of(line: Line) -> float:
    """What the models in a game, and in earlier tries of it, have cost."""
    costs = (exchange.get("cost") or 0.0 for exchange in line["exchanges"])
    return float(line.get("cost_before", 0.0) + sum(costs))


def _is_of(task: GameTask, line: Line) -> bool:
    """Whether a line is the game of a task played to its end, and not one made up under its key."""
    names = [entry.name for entry in task.players]
    wanted = (names, task.setup.label, task.setup.game, dict(task.setup.options))
    return is_played(line) and wanted == tuple(
        line[field] for field in ("players", "setup", "game", "options")
    )


JOB = work.Job(
    do=play_here,
    key=lambda task: task.key,
    noun="game",
    finish=troupes.clear,
    is_settled=_is_of,
    or_better=_with_earlier_cost,
)
"""The job of every tournament."""

run_serially = partial(work.run_serially, JOB)
run_in_processes = partial(work.run_in_processes, JOB)
run_on_cluster = partial(work.run_on_cluster, JOB)


def run_tournament(
    plan: Schedule,
    folder: Folder,
    run: work.Runner = work.run_serially,
    done: Callable[[Line], None] = lambda line: None,
) -> list[Line]:
    """Every game of `plan` in order: those that the folder has, and the others played.

    Where something was in the way of a game, its line says what.
    """
    return work.carry_out(JOB, plan.tasks(), folder.games, run, done)


class Calls(NamedTuple):
    """How language models are called in one run."""

    in_flight: int
    """How many calls at once."""
    ledger: Ledger
    """What they have cost so far, and may cost."""


def prepared(
    job: work.Job[Any, Line],
    plan: Any,
    folder: Folder,
    run: work.Runner,
    calls: Calls,
    alone: bool = True,
    far: bool = False,
    ways: tuple[Callable[..., Steps], Callable[..., Line]] = (referee, unplayed),
) -> work.Runner:
    """The runner for what is left to do, once its players are known to be there.

    `alone`: in this process, where models are called side by side. `far`: on
    other machines, whose programs cannot be looked at from here.
    """
    left = work.unsettled(job, plan.tasks(), folder.games)
    calls.ledger.bring(sum(map(cost_of, folder.games.rows.values())))
    entries = {entry.name: entry for task in left for entry in task.players}
    check_players(entries.values(), plan.terms, calls.ledger, programs=not far)
    if alone and any(entry.model for entry in entries.values()):
        return InFlight(calls.in_flight, calls.ledger, *ways)
    return run
