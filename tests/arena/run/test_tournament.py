"""Tournaments: every game once, in one process or several, and its whole cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from divisor_duel import jobs
from divisor_duel.arena import OutputFolder, run_serially, run_tournament
from divisor_duel.arena.run.rows import GameRow, Outage, Unplayed, write_row
from divisor_duel.arena.run.schedule import GameTask
from divisor_duel.arena.run.tournament import JOB, cost_of
from divisor_duel.questions.question import Exchange
from tests.arena.playing import bot, living, make_plan, timeless
from tests.conftest import wait_until

PLAN = make_plan(["random", "hard"], "countdown", rounds=3)


def as_saved(row: GameRow | Unplayed) -> dict[str, Any]:
    """A row as it is saved, without what differs from run to run."""
    return timeless(msgspec.to_builtins(row))


def test_a_cut_line_is_played_again(tmp_path: Path) -> None:
    """Wherever the file ends, whole lines stay and the other games are played again."""
    folder = OutputFolder(tmp_path, PLAN)
    whole = run_tournament(PLAN, folder)
    folder.close()
    data = (tmp_path / "games.jsonl").read_bytes()
    for size in range(0, len(data), len(data) // 7):
        (tmp_path / "games.jsonl").write_bytes(data[:size])
        played: list[str] = []
        folder = OutputFolder(tmp_path, PLAN)
        again = run_tournament(PLAN, folder, done=lambda line: played.append(line.key))  # noqa: B023
        folder.close()
        assert len(played) == 6 - data[:size].count(b"\n")
        assert list(map(as_saved, again)) == list(map(as_saved, whole))
        assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 6


def test_processes_play_the_same_games() -> None:
    """Two worker processes give the lines of one, programs included, and leave none behind."""
    plan = make_plan(["random", "hard", bot("smallest")], "countdown,chain", rounds=2)
    tasks: list[GameTask] = plan.tasks()
    alone = {row.key: as_saved(row) for row in run_serially(tasks)}
    together = {row.key: as_saved(row) for row in jobs.run_in_processes(JOB, tasks, 2)}
    assert together == alone
    wait_until(lambda: not living("bots.py smallest"))


def test_the_cost_of_failed_tries_is_added() -> None:
    """A game that is tried again costs what all its tries cost."""

    def tried(*costs: float | None) -> Unplayed:
        exchanges = [Exchange(cost=cost, kind="trouble") for cost in costs]
        trouble = Outage("a", "down")
        return Unplayed(key="k", players=["a"], trouble=trouble, exchanges=exchanges)

    failed = tried(1.5, None)
    failed.exchanges.append(Exchange(kind="trouble"))
    assert cost_of(failed) == 1.5
    again = JOB.choose_better(tried(2.0), failed)
    assert again.cost_before == 1.5
    assert cost_of(JOB.choose_better(again, again)) == 5.5
    assert b"cost_before" not in write_row(JOB.choose_better(failed, None))


def test_a_row_of_another_game_is_played_again() -> None:
    """Only a finished game of the same players and options counts as the task's."""
    task = PLAN.tasks()[0]
    (row,) = run_serially([task])
    assert JOB.is_good_enough(task, row)
    assert isinstance(row, GameRow)
    others: list[GameRow | Unplayed] = [
        replace(row, players=["hard", "random"]),
        replace(row, options={"start": 7}),
        Unplayed(key=row.key, players=row.players, trouble=Outage("hard", ""), exchanges=[]),
    ]
    for other in others:
        assert not JOB.is_good_enough(task, other)
