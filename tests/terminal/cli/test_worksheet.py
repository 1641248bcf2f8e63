"""`duel worksheet`: files to print."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Run


def test_a_worksheet_is_written(duel: Run, tmp_path: Path) -> None:
    """The command writes the file, says how many pages it has, and how to get it again."""
    path = tmp_path / "sheet.svg"
    arguments = ("worksheet", "divider", "--puzzles", "2", "--seed", "7", "-o", str(path))
    done = duel(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Written: {path}, 3 pages, seed 7.\n"
    first = path.read_text()
    duel(*arguments)
    assert path.read_text() == first


def test_bad_input_gets_one_sentence(duel: Run, tmp_path: Path) -> None:
    """Wrong endings, sizes and counts are refused without a file."""
    path = tmp_path / "sheet.pdf"
    for arguments, sentence in (
        (("-o", str(tmp_path / "sheet.doc")), "NAME.pdf"),
        (("-o", str(path), "--paper", "a3"), "a4 or letter"),
        (("-o", str(path), "--puzzles", "0"), "puzzles must be"),
        (("-o", str(path), "--seed", "x"), "seed must be"),
    ):
        done = duel("worksheet", "chain", *arguments)
        assert done.returncode == 2
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
    assert list(tmp_path.glob("sheet*")) == []
