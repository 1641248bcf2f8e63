"""Progress: results are read as they were saved, and a damaged file stops nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel.errors import SavedGameError
from divisor_duel.learn.daily import Result
from divisor_duel.learn.progress import (
    Progress,
    merge,
    progress_path,
    read_progress,
    write_progress,
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep this test's results in a folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_what_is_kept_comes_back() -> None:
    """Results, rating and run survive being written and read."""
    assert read_progress() == Progress()
    kept = Progress(rating=1234, run=5).with_result(Result(7, (False, True), 2))
    write_progress(kept.with_result(Result(8, (True,))))
    again = read_progress()
    assert again.rating == 1234
    assert again.run == 5
    assert again.results == {7: Result(7, (False, True), 2), 8: Result(8, (True,))}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"daily": {"x": 1}}', '{"daily": [], "run": 1}'])
def test_a_damaged_file_counts_as_empty(text: str) -> None:
    """Whatever stands in the file, there is progress to read."""
    progress_path().parent.mkdir(parents=True, exist_ok=True)
    progress_path().write_text(text)
    assert read_progress() == Progress()


def test_a_file_that_cannot_be_written_is_said_so(own_folder: Path) -> None:
    """A folder that is a file gives one sentence."""
    (own_folder / "divisor-duel").write_text("in the way")
    with pytest.raises(SavedGameError, match="cannot write"):
        write_progress(Progress())


def test_a_puzzle_of_the_run_changes_rating_and_streak() -> None:
    """A solved one adds to both, by its difficulty; a missed one ends the streak."""
    before = Progress(rating=1000, run=4)
    solved = before.after_puzzle(1000, True, "long")
    missed = before.after_puzzle(1000, False, "long")
    assert (solved.rating, solved.run) == (1016, 5)
    assert (missed.rating, missed.run) == (984, 0)
    assert before.after_puzzle(1400, True, "long").rating > solved.rating
    assert solved.results == before.results


def test_each_theme_is_counted() -> None:
    """Solved and tried puzzles are counted by theme, survive being written, and never get fewer."""
    one = Progress().after_puzzle(1000, True, "escape").after_puzzle(1000, False, "long")
    two = one.after_puzzle(1000, True, "long")
    assert two.themes == {"escape": (1, 1), "long": (1, 2)}
    write_progress(two)
    assert read_progress().themes == two.themes
    assert merge(one, two).themes == merge(two, one).themes == two.themes
    assert merge(Progress(), two).themes == two.themes
