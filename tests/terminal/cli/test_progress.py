"""`duel progress`: shown, exported, imported, and refused in one sentence."""

from __future__ import annotations

from pathlib import Path

from divisor_duel.learn.daily import Result
from divisor_duel.learn.progress import Progress, read_progress, write_progress
from divisor_duel.learn.progress_codes import write_code
from tests.conftest import Run

OTHER = Progress({2: Result(2, (True,))}, 1300, 4, {"chain/pairs": 3})


def test_it_is_carried_as_a_code_and_as_a_file(home: Path, duel: Run, tmp_path: Path) -> None:
    """A code as an argument or typed, and a file, add to what is there."""
    write_progress(Progress({1: Result(1, (False, True))}, 1100, 1))
    assert "1 daily puzzle solved, rating 1100." in duel("progress").stdout
    file = str(tmp_path / "mine.json")
    assert duel("progress", "--export", file).stdout == f"Saved to {file}.\n"
    assert "exists already" in duel("progress", "--export", file).stderr
    done = duel("progress", "--import", write_code(OTHER))
    assert done.returncode == 0
    assert "Added. Your progress: 2 daily puzzles solved" in done.stdout
    merged = read_progress()
    assert (merged.rating, merged.run, merged.exercises) == (1300, 4, {"chain/pairs": 3})
    assert sorted(merged.results) == [1, 2]
    code = duel("progress", "--code").stdout
    write_progress(Progress())
    assert duel("progress", "--import", file).returncode == 0
    assert read_progress().rating == 1100
    assert duel("progress", "--import", "-", typed=code).returncode == 0
    assert read_progress() == merged


def test_other_text_is_refused(home: Path, duel: Run, tmp_path: Path) -> None:
    """A wrong code, file or name is one line, and what is there stays."""
    write_progress(OTHER)
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    for source in ("duel1-xyz", str(wrong), "-", str(tmp_path / "none")):
        refused = duel("progress", "--import", source, typed="hello\n")
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
    assert read_progress() == OTHER
