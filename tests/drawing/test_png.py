"""Pictures as PNG."""

from __future__ import annotations

import re
import struct
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Record
from divisor_duel.drawing import draw, png, style

PICTURE = draw(Record(GAMES["countdown"](start=12)))


def test_a_png_has_twice_the_size() -> None:
    """The file is a PNG with two dots for each unit of the drawing."""
    content = png.render(PICTURE)
    size = re.search(r'width="(\d+)" height="(\d+)"', PICTURE)
    assert size is not None
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", content[16:24]) == (2 * int(size[1]), 2 * int(size[2]))


def test_the_numbers_really_show() -> None:
    """Without its text the picture would look different, and without its shapes too."""
    without_text = re.sub(r"<text.*?</text>", "", PICTURE)
    without_lines = re.sub(r"<path.*?/>", "", PICTURE)
    assert len({png.render(each) for each in (PICTURE, without_text, without_lines)}) == 3


def test_no_fonts_no_picture() -> None:
    """On a machine without fonts there is a sentence instead of a picture without numbers."""
    with pytest.raises(DuelError, match="no usable font was found on this machine"):
        png.render(PICTURE, skip_system_fonts=True)


def test_any_font_of_the_system_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no family that pictures name is there, the system's own choice is taken."""
    rare = "'Nobody has this', serif"
    monkeypatch.setattr("divisor_duel.drawing.svg.FONT", rare)
    bare = PICTURE.replace(style.FONT, rare)
    assert bare != PICTURE
    assert png.render(bare) != png.render(re.sub(r"<text.*?</text>", "", bare))


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the renderer the sentence says how to get it."""

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(png, "import_module", missing)
    with pytest.raises(DuelError, match="-m pip install resvg-py"):
        png.render(PICTURE)
