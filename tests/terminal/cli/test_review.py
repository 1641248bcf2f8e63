"""`duel review`: every move of a record judged."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from divisor_duel import GAMES, Player, Record, write_records
from tests.conftest import Run
from tests.play.test_record import SAMPLE


def test_review_tells_the_mistake(duel: Run, tmp_path: Path) -> None:
    """The review names the mistake, the better moves, the accuracies and the turning point."""
    file, picture = tmp_path / "game.duel", tmp_path / "tug.svg"
    file.write_text(SAMPLE)
    out = duel("review", str(file), "--svg", str(picture)).stdout
    told = "Move 3: Ann played 10 and threw away a win: 15, 3 or 5 would have won."
    assert told in " ".join(out.split())
    assert "even  30    12   6" in out.partition("Move 3:")[2]
    assert "Ann used 50% of the winning chances." in out
    assert "Turning point: move 3, Ann's 10." in out
    bars = [line.index("|") for line in out.splitlines() if "|" in line]
    assert len(bars) == 9
    assert len(set(bars)) == 1
    texts = [node.text for node in ET.parse(picture).getroot().iter() if node.text]
    assert "3. 10" in texts
    assert "mistake; 15 wins" in texts


def test_review_refuses_an_unwritable_picture(duel: Run, tmp_path: Path) -> None:
    """A picture that cannot be written is one sentence."""
    file = tmp_path / "game.duel"
    file.write_text(SAMPLE)
    done = duel("review", str(file), "--svg", "/no/such/folder/x.svg")
    assert done.returncode == 2
    assert "cannot write '/no/such/folder/x.svg'" in done.stderr


def test_review_writes_what_the_name_says(duel: Run, tmp_path: Path) -> None:
    """A picture called .png is a PNG, and another ending is refused before any work."""
    file, picture = tmp_path / "game.duel", tmp_path / "tug.png"
    file.write_text(SAMPLE)
    assert duel("review", str(file), "--svg", str(picture)).returncode == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    done = duel("review", str(file), "--svg", str(tmp_path / "tug.gif"))
    assert done.returncode == 2
    assert "a picture is called NAME.svg, NAME.pdf or NAME.png" in done.stderr


def test_review_judges_giving_up(duel: Run, tmp_path: Path) -> None:
    """A player who resigned learns whether the game was won or lost."""
    file = tmp_path / "game.duel"
    for start, said in ((18, "winning position. That was the mistake."), (15, "losing position.")):
        record = Record(GAMES["countdown"](start=start), (), resigned=Player.ONE)
        file.write_text(write_records([record]))
        out = duel("review", str(file)).stdout
        assert f"Player 1 resigned in a {said}\n" in out
        assert ("Turning point: resigning." in out) == (start == 18)
        assert out.splitlines()[2].split()[:2] == ["move", "judged"]
