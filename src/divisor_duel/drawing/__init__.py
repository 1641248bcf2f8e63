"""Positions as pictures: `draw` gives SVG, `save` writes SVG or PNG.

A game's `sketch` module has `check`, which refuses what no page could hold,
and `sketch`, which draws the mathematics; `plain` draws for games without one,
and `notebook` makes the page around it.
What moves are worth and why comes from the engine.

>>> from divisor_duel import GAMES, Record
>>> from divisor_duel.drawing import draw
>>> picture = draw(Record(GAMES["countdown"](start=12), (2,)))
>>> picture.startswith("<svg"), "Countdown" in picture
(True, True)
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from divisor_duel.engine import analyze
from divisor_duel.errors import DuelError
from divisor_duel.files import write_named
from divisor_duel.game import brief
from divisor_duel.games.parts import PICTURE, find
from divisor_duel.record import Record

__all__ = ["SECONDS", "check_name", "draw", "save", "write_picture"]

SECONDS = 5.0
"""How long the engine may think about a picture unless told otherwise."""


def draw(record: Record, seconds: float | None = SECONDS) -> str:
    """The last position of `record` as SVG; DuelError if it would be too large to read."""
    from divisor_duel.drawing import plain
    from divisor_duel.drawing.notebook import Subject, page

    picture = find(record.game, PICTURE) or plain.PICTURE
    *_, position = record.positions()
    picture.check(record.game, position)
    began = monotonic()
    analysis = analyze(record.game, position, seconds)
    if seconds is not None:  # what else is asked shares the time, but always gets some
        seconds = max(seconds / 5, seconds - (monotonic() - began))
    subject = Subject(record, analysis, seconds)
    return page(subject, picture.sketch(subject))


def save(path: Path, record: Record, seconds: float | None = SECONDS) -> None:
    """Write the picture to `path`, whose ending says whether as SVG or as PNG.

    A name that cannot work is refused before any work is done.
    """
    check_name(path)
    write_picture(path, draw(record, seconds))


def check_name(path: Path) -> None:
    """DuelError unless the name says SVG or PNG, and that can be made here."""
    ending = path.suffix.lower()
    if ending not in (".svg", ".png"):
        raise DuelError(f"a picture is called NAME.svg or NAME.png, not {brief(str(path))}")
    if ending == ".png":
        from divisor_duel.drawing.png import renderer

        renderer()


def write_picture(path: Path, svg: str) -> None:
    """Write a picture in the format that the ending of `path` says."""
    check_name(path)
    content: str | bytes = svg
    if path.suffix.lower() == ".png":
        from divisor_duel.drawing.png import render

        content = render(svg)
    write_named(str(path), content)
