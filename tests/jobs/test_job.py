"""Jobs: which tasks are done, which rows are saved, and who is notified."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from divisor_duel.jobs import Job, Journal, remaining_tasks, run_job, run_serially

Row = dict[str, int]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal[int, Row]]:
    """An empty journal of rows with a number and a quality."""
    opened = Journal[int, Row](
        tmp_path / "rows",
        lambda row: row["n"],
        json.loads,
        lambda row: json.dumps(row).encode() + b"\n",
    )
    opened.load()
    yield opened
    opened.close()


def a_job(quality: int = 1, finished: list[bool] | None = None) -> Job[int, Row]:
    """A job whose rows count from quality 2 on, and never get worse."""
    return Job(
        do=lambda number: {"n": number, "quality": quality},
        key=lambda number: number,
        noun="number",
        finish=(finished if finished is not None else list[bool]()).append,
        is_good_enough=lambda number, row: row["quality"] >= 2,
        choose_better=lambda row, earlier: max(row, earlier or row, key=lambda one: one["quality"]),
    )


def test_only_missing_and_poor_rows_are_computed(journal: Journal[int, Row]) -> None:
    """A row that is good enough is left alone; rows come in the order of the tasks."""
    journal.add({"n": 3, "quality": 1})
    journal.add({"n": 1, "quality": 5})
    assert remaining_tasks(a_job(), [1, 2, 3], journal) == [2, 3]
    heard: list[Row] = []
    rows = run_job(a_job(2), [3, 1, 2], journal, run_serially, heard.append)
    assert rows == [{"n": 3, "quality": 2}, {"n": 1, "quality": 5}, {"n": 2, "quality": 2}]
    assert heard == [{"n": 3, "quality": 2}, {"n": 2, "quality": 2}]
    assert remaining_tasks(a_job(), [1, 2, 3], journal) == []


def test_a_worse_row_never_replaces_a_better_one(journal: Journal[int, Row]) -> None:
    """The better of both rows is saved and reported."""
    journal.add({"n": 7, "quality": 1})
    assert run_job(a_job(0), [7], journal, run_serially) == [{"n": 7, "quality": 1}]


def test_a_runner_may_leave_tasks_undone(journal: Journal[int, Row]) -> None:
    """Tasks without a row are left out of the result, and the runner is closed."""
    closed: list[str] = []

    def lazy(job: Job[Any, Any], tasks: Sequence[Any], /) -> Any:
        try:
            yield job.do(tasks[0])
        finally:
            closed.append("closed")

    assert run_job(a_job(), [4, 5], journal, lazy) == [{"n": 4, "quality": 1}]
    assert closed == ["closed"]


def test_what_tasks_left_running_is_stopped_gently_only_at_the_end() -> None:
    """`finish` hears whether all tasks were done."""
    finished: list[bool] = []
    assert len(list(run_serially(a_job(1, finished), [1, 2]))) == 2
    rows = run_serially(a_job(1, finished), [1, 2])
    next(rows)
    rows.close()
    assert finished == [True, False]
