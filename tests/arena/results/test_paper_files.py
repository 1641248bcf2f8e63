"""Tables and figures as files for a paper."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from divisor_duel import DuelError
from divisor_duel.arena.results import paper_files
from divisor_duel.arena.results.paper_files import (
    PaperFiles,
    PaperTable,
    csv_text,
    latex_escape,
    latex_text,
    standalone,
    write_files,
)
from divisor_duel.arena.results.plots import intervals
from divisor_duel.arena.results.ratings import Estimate

HALF: Estimate = {"value": 0.5, "low": 0.25, "high": 0.7512345}
TABLE = PaperTable(
    ("player", "skill", "games", "cost"),
    [['a, "b"', HALF, 3, 0.0], ["100% c_d", None, None, -0.001]],
    frozenset(("skill",)),
)
FIGURE = intervals("Scores", [("one", HALF), ("<two>", None)], (0, 1), lambda value: f"{value:.2f}")


def test_a_table_as_csv_has_full_precision_and_both_ends() -> None:
    """Read by the standard library, it has three columns for an interval, and empty cells."""
    text = csv_text(TABLE)
    head, first, second = csv.reader(StringIO(text))
    assert head == ["player", "skill", "skill_low", "skill_high", "games", "cost"]
    assert first == ['a, "b"', "0.5", "0.25", "0.7512345", "3", "0.0"]
    assert second == ["100% c_d", "", "", "", "", "-0.001"]


def test_a_table_as_latex_has_as_many_cells_as_columns() -> None:
    """Special characters are escaped, a rounded zero has no sign, and notes are comments."""
    lines = latex_text(TABLE._replace(digits={"skill": 1}), ["two\nlines"]).splitlines()
    assert lines[0].startswith("% ")
    assert lines[1] == "% two lines"
    assert lines[2] == "\\begin{tabular}{lrrr}"
    rows = [line for line in lines if line.endswith(" \\\\")]
    assert [row.count(" & ") for row in rows] == [3, 3, 3]
    assert rows[1] == 'a, "b" & $0.5\\;{\\scriptstyle [0.2,\\,0.8]}$ & 3 & $0.00$ \\\\'
    assert rows[2] == "100\\% c\\_d & -- & -- & $0.00$ \\\\"
    assert lines[-1] == "\\end{tabular}"


def test_text_is_escaped_character_by_character() -> None:
    """Backslashes of one escape are not escaped again."""
    assert latex_escape("\\{~^&") == "\\textbackslash{}\\{\\textasciitilde{}\\textasciicircum{}\\&"
    assert latex_escape("<é>") == "\\textless{}é\\textgreater{}"


def test_a_figure_is_a_picture_of_its_own() -> None:
    """It has the namespace and a font, so that programs other than browsers show it."""
    root = ElementTree.fromstring(standalone(FIGURE))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "STIX" in root.attrib["font-family"]
    assert "<two>" in {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}


def test_all_files_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure is an SVG and a PDF; without the extra there is no PDF."""
    files = PaperFiles({"scores": TABLE}, {"scores": "text\n"}, {"skill": FIGURE})
    names = [path.name for path in write_files(tmp_path / "new" / "paper", files)]
    assert names == ["scores.csv", "scores.tex", "skill.svg", "skill.pdf"]
    assert (tmp_path / "new/paper/skill.pdf").read_bytes().startswith(b"%PDF-")
    assert (tmp_path / "new/paper/scores.tex").read_text() == "text\n"
    monkeypatch.setattr(paper_files, "can_write_pdf", lambda: False)
    assert len(write_files(tmp_path / "again", files)) == 3
    (tmp_path / "file").write_text("")
    with pytest.raises(DuelError, match=r"cannot write to .*: File exists"):
        write_files(tmp_path / "file", files)
