"""`duel draw`: files it writes and what it refuses."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from divisor_duel import GAMES
from tests.conftest import Run

QUICK = ("--seconds", "0.2")


@pytest.mark.parametrize("id", GAMES)
def test_every_game_is_drawn(id: str, duel: Run, tmp_path: Path) -> None:
    """`duel draw` writes an SVG file of any game and says so."""
    file = tmp_path / f"{id}.svg"
    done = duel("draw", id, *QUICK, "-o", str(file))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"Drawn: {file}\n", "")
    assert ElementTree.parse(file).getroot().get("role") == "img"


def test_a_picture_can_be_dark(duel: Run, tmp_path: Path) -> None:
    """`--theme` chooses the colours; other themes are refused with a list."""
    texts = {}
    for theme in ("light", "dark", "auto"):
        file = tmp_path / f"{theme}.svg"
        assert duel("draw", "divider", "--theme", theme, "-o", str(file)).returncode == 0
        texts[theme] = file.read_text()
    assert "#fbfaf5" in texts["light"]
    assert "#fbfaf5" not in texts["dark"]
    assert "prefers-color-scheme" in texts["auto"]
    refused = duel("draw", "divider", "--theme", "blue", "-o", "a.svg")
    assert refused.returncode == 2
    assert "light" in refused.stderr


def test_set_up_and_moves_are_those_given(duel: Run, tmp_path: Path) -> None:
    """Options, preset, moves and who began are those of the command line."""
    file = tmp_path / "a.svg"
    duel(
        "draw",
        "chain",
        "--preset",
        "fair",
        "--moves",
        "6 12",
        "--first",
        "2",
        *QUICK,
        "-o",
        str(file),
    )
    text = file.read_text()
    assert "low 2, high 50, opening even; after 6, 12" in text
    assert "Player 2 to move" in text


def test_png_and_overwriting(duel: Run, tmp_path: Path) -> None:
    """A name in capitals is fine, and an older picture is replaced."""
    file = tmp_path / "A B.PNG"
    file.write_text("old")
    assert duel("draw", "countdown", "-o", str(file)).returncode == 0
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("draw divider -o a.jpg", "NAME.svg, NAME.pdf or NAME.png, not 'a.jpg'"),
        ("draw divider -o svg", "not 'svg'"),
        ("draw divider -o .svg", "not '.svg'"),
        ("draw divider -o ", "not '.'"),
        ("draw countdown -o no/such/folder.svg", "cannot write 'no/such/folder.svg': No such file"),
        ("draw countdown -o folder.svg", "cannot write 'folder.svg': Is a directory"),
        (f"draw countdown -o {'a' * 300}.svg", "File name too long"),
        ("draw divider", "the following arguments are required: -o/--output"),
        ("draw divider --high 500 -o a.svg", "holds at most 120 numbers, but 499 are left"),
        ("draw chain --high 5000 -o a.png", "holds at most 120 numbers, but 4999 are left"),
        ("draw chain --moves 15,7 -o a.svg", "move 2 ('7'): 7 is neither a factor nor a multiple"),
        ("draw divider --seconds 0 -o a.svg", "seconds must be a time such as 0.5"),
        ("draw poker -o a.svg", "invalid choice: 'poker'"),
    ],
)
def test_what_cannot_be_drawn_gets_one_sentence(
    arguments: str, problem: str, duel: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, sizes and moves that cannot work are refused in one line with exit code 2."""
    (tmp_path / "folder.svg").mkdir()
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    done = duel(*arguments.split(" "))
    assert done.returncode == 2
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_renderer_is_named(
    duel_process: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the extra a PNG is refused with the command that installs it; an SVG is not."""
    (tmp_path / "resvg_py.py").write_text("raise ImportError\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", path)
    done = duel_process("draw", "countdown", "-o", str(tmp_path / "a.png"))
    assert done.returncode == 2
    assert f"{shlex.quote(sys.executable)} -m pip install resvg-py" in done.stderr
    assert not (tmp_path / "a.png").exists()
    assert duel_process("draw", "countdown", "-o", str(tmp_path / "a.svg")).returncode == 0
