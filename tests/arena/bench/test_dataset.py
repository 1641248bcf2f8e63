"""Datasets: which positions, in which split, with which values, in which files."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pyarrow.parquet
import pytest

from divisor_duel import DuelError, Player
from divisor_duel.arena.bench.dataset import (
    JOB,
    DatasetPlan,
    Rows,
    split_of,
    write_parquet,
)
from divisor_duel.arena.players.terms import RULEBOOK
from divisor_duel.arena.run.schedule import read_setups

PLAN = DatasetPlan(read_setups(["countdown", "divider:high=6"], RULEBOOK), 12)


def test_a_larger_plan_begins_with_the_positions_of_a_smaller_one() -> None:
    """Positions are distinct and reproducible; a small set-up may run out of them."""
    small, large = PLAN.tasks(), PLAN._replace(positions=1000).tasks()
    assert len({task.key for task in large}) == len(large)
    names = {task.setup.game for task in small}
    for name in names:
        keys = [[task.key for task in tasks if task.setup.game == name] for tasks in (small, large)]
        assert keys[1][: len(keys[0])] == keys[0]
    assert Counter(task.setup.game for task in large)["divider"] < 1000
    assert [task.key for task in PLAN._replace(seed=2).tasks()] != [task.key for task in small]


def test_a_set_up_without_a_move_has_no_positions() -> None:
    """The sentence names the position."""
    setups = read_setups(["countdown:start=7"], "sampled")
    with pytest.raises(DuelError, match="this set-up is over before it begins"):
        DatasetPlan(setups, 1).tasks()


def test_splits_depend_on_the_position_alone() -> None:
    """About 80, 10 and 10 percent; a position and its twin with seats exchanged stay together."""
    keys = [f"chain: Player 1 to move, {number}" for number in range(2000)]
    counts = Counter(split_of(key, Player.ONE) for key in keys)
    assert 1500 < counts["train"] < 1700
    assert 140 < counts["validation"] < 260
    assert 140 < counts["test"] < 260
    for key in keys[:50]:
        assert split_of(key.replace("1 to move", "2 to move"), Player.TWO) == split_of(
            key, Player.ONE
        )


def test_a_row_has_a_value_for_every_legal_move() -> None:
    """Moves, values, distances and nim-values are in the same order."""
    task = next(task for task in PLAN.tasks() if task.setup.game == "divider")
    row = JOB.do(task)
    assert row.key == task.key
    assert len(row.legal) == len(row.values) == len(row.distances) == len(row.nims)
    assert row.legal == sorted(row.legal)
    assert row.value == ("win" if "win" in row.values else "loss")


def test_files_have_the_rows(tmp_path: Path) -> None:
    """JSON lines are read back as they are; Parquet has options as text."""
    rows = [JOB.do(task) for task in PLAN.tasks()[:2]]
    journal = Rows(tmp_path / "a.jsonl")
    for row in rows:
        journal.add(row)
    journal.close()
    saved = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert saved == msgspec.to_builtins(rows)
    write_parquet(rows, tmp_path / "a.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert [{**row, "options": json.loads(row["options"])} for row in table] == saved
    write_parquet([], tmp_path / "b.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "b.parquet").num_rows == 0


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    """A journal takes its own rows and an empty file, and another file only if `fresh`."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"precious": 1}\n')
    with pytest.raises(DuelError, match="is not a dataset"):
        Rows(path)
    assert path.read_text() == '{"precious": 1}\n'
    Rows(path, fresh=True).close()
    assert path.read_bytes() == b""
    row = JOB.do(PLAN.tasks()[0])
    fields = msgspec.to_builtins(row)
    damaged = {**fields, "split": "elsewhere"}
    path.write_text("".join(f"{json.dumps(line)}\n" for line in (fields, damaged)))
    journal = Rows(path)
    journal.close()
    assert journal.rows == {row.key: row}
