"""Boards on paper show the position, and nothing else."""

from __future__ import annotations

from xml.etree.ElementTree import tostring

from divisor_duel.drawing.page import Sketch
from divisor_duel.drawing.paper_boards import CELL, number_square, written_number


def texts(sketch: Sketch) -> list[str]:
    """All texts of a drawing, in order."""
    return [shape.text or "" for shape in sketch.shapes if shape.tag == "text"]


def test_a_square_shows_every_number_once() -> None:
    """Numbers stand in rows of ten; those gone are crossed out, the last one is ringed."""
    sketch = number_square(range(2, 26), {5, 7, 25}, "You are on 5.", ringed=25)
    assert texts(sketch) == ["You are on 5.", *map(str, range(2, 26))]
    assert [shape.tag for shape in sketch.shapes].count("line") == 2
    assert [shape.tag for shape in sketch.shapes].count("circle") == 1
    assert (sketch.width, sketch.height) == (10 * CELL, 4 * CELL)


def test_a_list_may_begin_anywhere() -> None:
    """Rows before the first number are left out."""
    assert number_square(range(31, 39), set()).height == CELL


def test_a_written_number_fits() -> None:
    """A long number is written smaller; an empty one leaves the box empty."""
    sizes = []
    for text in ("7", "1" * 15, "1" * 30, ""):
        sketch = written_number(text, "Target 7")
        assert texts(sketch)[0] == "Target 7"
        sizes.append(float(sketch.shapes[-1].get("font-size", "0")))
    assert sizes[0] > sizes[1] > sizes[2]
    assert "Target" in tostring(sketch.shapes[0], encoding="unicode")
