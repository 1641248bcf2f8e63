"""The pictures that a worker process draws; `site.previews` has their addresses.

A preview shows the board but not what the moves are worth, so that a link never gives away
what its readers want to find for themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from io import BytesIO

from divisor_duel.drawing.png import render
from divisor_duel.drawing.style import INK, PAPER, PLAYERS
from divisor_duel.drawing.svg import circle, document, rectangle
from divisor_duel.engine import Engine
from divisor_duel.errors import DuelError
from divisor_duel.game import Player
from divisor_duel.learn.daily import Result, daily
from divisor_duel.web.engine.learning import puzzle_of
from divisor_duel.web.engine.position_card import position_card
from divisor_duel.web.engine.query import Query
from divisor_duel.web.engine.result_card import result_card

FIND = "Find the winning move."
"""What the picture of a puzzle says instead of whose turn it is."""

ICON_UNITS = 32
"""The width of the icon's drawing, in its own units."""


def _card(query: Query, engine: Engine) -> str:
    """Draw a position, or the site's own card if no game is named."""
    record = query.record() if query.game else None
    return position_card(record, query.title, query.subtitle)


def _puzzle(query: Query, engine: Engine) -> str:
    """Draw the puzzle that belongs to a seed."""
    record = puzzle_of(query.seed, query.game, query.theme, engine).record
    return position_card(record, record.game.title, record.game.phrase(), FIND)


def _daily(query: Query, engine: Engine) -> str:
    """Draw the puzzle of a day."""
    puzzle = daily(date.fromisoformat(query.seed), engine).puzzle
    return position_card(puzzle.record, query.title, puzzle.record.game.phrase(), FIND)


def _result(query: Query, engine: Engine) -> str:
    """Draw a result: `moves` holds the puzzle's number, hints, and tries as 0 or 1."""
    number, hints, *tries = query.moves
    result = Result(number, tuple(map(bool, tries)), hints)
    return result_card(result, query.title)


def _icon(query: Query, engine: Engine) -> str:
    """Draw the site's mark."""
    shapes = [
        rectangle((15.0, 5.0), 2, 22, fill=INK),
        circle((8.5, 16), 5, fill=PLAYERS[Player.ONE]),
        rectangle((19.0, 11.5), 9, 9, fill=PLAYERS[Player.TWO]),
    ]
    return document(ICON_UNITS, ICON_UNITS, "Divisor Duel", "", shapes)


def _code(query: Query, engine: Engine) -> str:
    """Draw an address as a QR code."""
    try:
        import segno
    except ImportError:
        raise DuelError("codes need one more package: pip install segno") from None
    out = BytesIO()
    segno.make(query.text, micro=False).save(out, kind="svg", scale=6, dark=INK, light=PAPER)
    return out.getvalue().decode()


DRAWERS: dict[str, Callable[[Query, Engine], str]] = {
    "card": _card,
    "puzzle card": _puzzle,
    "daily card": _daily,
    "result card": _result,
    "icon": _icon,
    "code": _code,
}
"""The function that draws each kind of picture as SVG; those of puzzles need the engine."""


def picture(query: Query, engine: Engine) -> bytes:
    """Return the picture that a query asks for: a QR code as SVG, all others as PNG."""
    svg = DRAWERS[query.kind](query, engine)
    if query.kind == "code":
        return svg.encode()
    return render(svg, query.size / ICON_UNITS if query.kind == "icon" else 1.0)
