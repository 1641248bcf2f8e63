"""Positions as pictures: `draw` returns SVG, `save` writes SVG, PDF or PNG.

`PICTURE` in a game's `picture.py` has `check`, which rejects a position too large for a
page, and `sketch`, which draws the mathematics. `default_sketch` draws for games without
one, and `page` draws the title, legend and reason around it. The engine supplies the
values of moves and the reason.

>>> from divisor_duel import GAMES, Record
>>> from divisor_duel.drawing import draw
>>> picture = draw(Record(GAMES["countdown"](start=12), (2,)))
>>> picture.startswith("<svg"), "Countdown" in picture
(True, True)
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from divisor_duel.drawing.style import Theme, themed
from divisor_duel.engine import DEFAULT, Engine
from divisor_duel.errors import DuelError
from divisor_duel.files import write_named
from divisor_duel.game import AnyGame, Position, brief
from divisor_duel.games.parts import PICTURE, find
from divisor_duel.play.record import Record

__all__ = ["SECONDS", "check_name", "draw", "save", "write_picture"]

SECONDS = 5.0
"""Default time limit for the engine per picture, in seconds."""


def draw(record: Record, seconds: float | None = SECONDS, engine: Engine = DEFAULT) -> str:
    """Return the last position of `record` as SVG.

    Raises DuelError if the picture would be too large to read.
    """
    from divisor_duel.drawing import default_sketch
    from divisor_duel.drawing.page import GamePicture, Subject, draw_page

    picture: GamePicture[AnyGame, Position] = find(record.game, PICTURE) or default_sketch.PICTURE
    position = record.last_position()
    picture.check(record.game, position)
    began = monotonic()
    analysis = engine.analyze(record.game, position, seconds)
    if seconds is not None:  # later questions get the time left, at least a fifth
        seconds = max(seconds / 5, seconds - (monotonic() - began))
    subject: Subject[AnyGame, Position] = Subject(record, analysis, seconds, engine)
    return draw_page(subject, picture.sketch(subject))


def save(
    path: Path,
    record: Record,
    seconds: float | None = SECONDS,
    engine: Engine = DEFAULT,
    theme: Theme = Theme.LIGHT,
) -> None:
    """Write the picture to `path`, as SVG, PDF or PNG depending on its suffix.

    An unusable name is rejected before any work is done.
    """
    check_name(path)
    write_picture(path, themed(draw(record, seconds, engine), theme))


def check_name(path: Path) -> None:
    """Raise DuelError unless the suffix is SVG, PDF or PNG and we can write that format."""
    ending = path.suffix.lower()
    if ending not in (".svg", ".pdf", ".png"):
        names = "NAME.svg, NAME.pdf or NAME.png"
        raise DuelError(f"a picture is called {names}, not {brief(str(path))}")
    if ending == ".png":
        from divisor_duel.drawing import png

        png.renderer()
    elif ending == ".pdf":
        from divisor_duel.drawing import pdf

        pdf.renderer()


def write_picture(path: Path, svg: str) -> None:
    """Write a picture in the format of the suffix of `path`."""
    check_name(path)
    content: str | bytes = svg
    if path.suffix.lower() == ".png":
        from divisor_duel.drawing import png

        content = png.render(svg)
    elif path.suffix.lower() == ".pdf":
        from divisor_duel.drawing import pdf

        content = pdf.render(svg)
    write_named(str(path), content)
