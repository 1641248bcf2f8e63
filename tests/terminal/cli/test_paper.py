"""The files of `duel bench export` and `duel arena export`."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.results import paper_files
from divisor_duel.arena.results.paper_files import PaperFiles, PaperTable
from divisor_duel.terminal.cli.paper import write_paper
from divisor_duel.terminal.cli.parser import build_parser

FILES = PaperFiles({"scores": PaperTable(("player",), [["one"]])}, {}, {})


def test_each_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the packages for PDF, a sentence says so and how to install them."""
    assert write_paper(tmp_path / "paper", FILES) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == (f"{tmp_path / 'paper' / 'scores.csv'}\n", "")
    monkeypatch.setattr(paper_files, "can_write_pdf", lambda: False)
    assert write_paper(tmp_path / "paper", FILES) == 0
    assert "The figures are SVG only. PDF needs more packages: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["bench", "export"], "export takes folders of results, or DIR:PLAYER, and -o DIR"),
        (["bench", "export", "x"], "export takes folders of results"),
        (["bench", "export", "x", "-o", "y"], "there are no results of a bench in 'x'"),
        (["arena", "export", "x"], "export takes the folder of a tournament and -o DIR"),
        (["arena", "export", "x", "-o", "y"], "there are no results of a tournament in 'x'"),
    ],
)
def test_what_is_missing_is_said(command: list[str], words: str) -> None:
    """A wrong command ends with one sentence."""
    arguments = build_parser().parse_args(command)
    with pytest.raises(DuelError, match=words):
        arguments.run(arguments)
