"""Pictures of positions: drawn as SVG, and written in the format of the file's name."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from divisor_duel import GAMES, DuelError, Record, drawing
from divisor_duel.drawing import check_name, draw, save, write_picture
from tests.heap_package.heap_game.rules import Heap

RECORD = Record(GAMES["countdown"](start=12), (2,))


def test_a_picture_is_saved_in_the_format_of_its_name(tmp_path: Path) -> None:
    """The suffix decides, in capital letters too."""
    save(tmp_path / "a.SVG", RECORD)
    save(tmp_path / "a.png", RECORD)
    assert (tmp_path / "a.SVG").read_text() == draw(RECORD)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["a.gif", "a", "svg"])
def test_another_name_is_refused_before_any_work(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is drawn for a file that could not be written."""

    def fail(*given: Any) -> str:
        raise AssertionError("nothing should be drawn")

    monkeypatch.setattr(drawing, "draw", fail)
    for use in (check_name, lambda path: save(path, RECORD), lambda path: write_picture(path, "")):
        with pytest.raises(DuelError, match=r"a picture is called NAME.svg, NAME.pdf or NAME.png"):
            use(Path(name))


def test_a_game_with_rules_alone_can_be_drawn() -> None:
    """The default sketch shows its position in words."""
    root = ElementTree.fromstring(draw(Record(Heap(size=5), (1,))))
    assert "4 left" in [element.text for element in root.iter() if element.text]
