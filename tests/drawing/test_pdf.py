"""Pictures as PDF."""

from __future__ import annotations

import re
import zlib
from base64 import a85decode
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Record
from divisor_duel.drawing import draw, pdf, write_picture

PICTURE = draw(Record(GAMES["countdown"](start=12)))


def operators(content: bytes) -> bytes:
    """Return the drawing operators of all pages."""
    streams = re.findall(rb"ASCII85Decode.*?stream\r?\n(.*?)endstream", content, re.DOTALL)
    return b"".join(zlib.decompress(a85decode(stream.strip(), adobe=True)) for stream in streams)


def test_each_picture_is_a_page_of_vectors() -> None:
    """A page is as large as its picture, at 72 points for 96 units, and holds no bitmap."""
    content = pdf.render(PICTURE, PICTURE)
    size = re.search(r'width="(\d+)" height="(\d+)"', PICTURE)
    assert size is not None
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", content)
    assert [tuple(map(float, box)) for box in boxes] == [
        (int(size[1]) * 0.75, int(size[2]) * 0.75)
    ] * 2
    assert content.startswith(b"%PDF-")
    assert b"/Subtype /Image" not in content


def test_fonts_are_embedded_and_texts_are_there() -> None:
    """The font is in the file, and without its texts the picture has no text operators."""
    assert b"/FontFile2" in pdf.render(PICTURE)
    assert b" Tj" in operators(pdf.render(PICTURE))
    assert b" Tj" not in operators(
        pdf.render(re.sub(r"<text.*?</text>", "", PICTURE, flags=re.DOTALL))
    )


def test_the_same_picture_is_the_same_file(tmp_path: Path) -> None:
    """A PDF has no date, and `write_picture` writes what `render` returns."""
    write_picture(tmp_path / "a.pdf", PICTURE)
    assert (tmp_path / "a.pdf").read_bytes() == pdf.render(PICTURE)


def test_without_fontconfig_the_text_is_in_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that cannot name its fonts gets the font that every PDF reader has."""
    monkeypatch.setenv("PATH", "")
    pdf._family.cache_clear()
    try:
        content = pdf.render(PICTURE)
    finally:
        pdf._family.cache_clear()
    assert b"/Times-Roman" in content
    assert b"/FontFile2" not in content


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the renderer the sentence says how to get it."""

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(pdf, "import_module", missing)
    with pytest.raises(DuelError, match="-m pip install svglib"):
        pdf.render(PICTURE)
