"""The file of a sweep: whole lines, one process at a time, one sentence for errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from divisor_duel import GAMES, DuelError
from divisor_duel.sweep import (
    Plan,
    SweepJournal,
    remaining_tasks,
    run_serially,
    sweep,
)

COUNTDOWN = Plan(GAMES["countdown"], {}, "start", range(1, 41))


def test_a_torn_last_line_is_cut_off(journal: Callable[..., SweepJournal]) -> None:
    """After a crash in the middle of a line the rows before it stay and the file is whole."""
    rows = list(run_serially(COUNTDOWN.tasks()))
    kept = journal()
    for row in rows[:3]:
        kept.add(row)
    with kept.path.open("ab") as file:
        file.write(rows[3].to_line()[:-9])
    again = journal()
    assert list(again.rows.values()) == rows[:3]
    again.add(rows[3])
    assert again.path.read_bytes() == b"".join(row.to_line() for row in rows[:4])


def test_damage_in_the_middle_costs_only_its_own_row(journal: Callable[..., SweepJournal]) -> None:
    """A line of nonsense is passed over, and its size is worked out again."""
    kept = journal()
    sweep(COUNTDOWN, kept)
    lines = kept.path.read_bytes().splitlines(keepends=True)
    lines[4] = b"\xff nonsense\n"
    kept.path.write_bytes(b"".join(lines))
    assert [task.size for task in remaining_tasks(COUNTDOWN, journal(), None)] == [5]


def test_two_processes_never_share_a_journal(journal: Callable[..., SweepJournal]) -> None:
    """The second process reads that the sweep is running."""
    kept = journal()
    with pytest.raises(DuelError, match="running in another window"):
        SweepJournal(kept.path)


def test_a_journal_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    """A cache folder that is a file is named in the error."""
    (tmp_path / "file").touch()
    with pytest.raises(DuelError, match=r"cannot save rows in .*; XDG_CACHE_HOME names"):
        SweepJournal(tmp_path / "file" / "rows.jsonl")
