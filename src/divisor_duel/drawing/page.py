"""The page around a sketch: title, whose turn it is, legend, verdict and reason."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil
from typing import Generic, TypeAlias, cast

from divisor_duel.drawing.descriptions import description
from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.drawing.layouts import lay_out
from divisor_duel.drawing.layouts.styles import shape_of
from divisor_duel.drawing.marks import player_mark, value_mark
from divisor_duel.drawing.style import INK, PENCIL, SQUARE, VALUES
from divisor_duel.drawing.svg import Shape, circle, document, group, line, write
from divisor_duel.engine import DEFAULT, Analysis, Engine
from divisor_duel.errors import DuelError
from divisor_duel.game import AnyGame, Position, Value
from divisor_duel.games.parts import Figure, G, P, Picture
from divisor_duel.play.record import Record
from divisor_duel.text import plural

MARGIN = 40
NARROWEST_PAGE = 640
"""Minimum width, in SVG units: below it the reason would be a column of single words."""
ENLARGED = 1.2
"""How much larger diagrams are than on a phone."""
LETTER = 0.6
"""Width of a letter as a fraction of the font size: enough for wide fonts."""


@dataclass(frozen=True)
class Subject(Generic[G, P]):
    """What a picture is about: a position `P` of the game `G`, whose parts draw it."""

    record: Record
    """The game and the moves that led to the position."""
    analysis: Analysis
    """The position and everything proved about it."""
    seconds: float | None
    """Time limit for each further question to the engine."""
    engine: Engine = DEFAULT
    """The engine that analysed the position."""

    @property
    def game(self) -> G:
        """The game."""
        return cast("G", self.record.game)

    @property
    def position(self) -> P:
        """The position."""
        return cast("P", self.analysis.position)

    @property
    def start(self) -> P:
        """The position before the first move."""
        return cast("P", self.record.start_position())

    @property
    def values(self) -> dict[int, str]:
        """The value of each legal move."""
        return {move.move: move.value for move in self.analysis.moves}


@dataclass(frozen=True)
class Sketch:
    """The mathematics of a picture, drawn right and down from the point (0, 0)."""

    width: float
    """The width."""
    height: float
    """The height."""
    shapes: list[Shape]
    """The shapes, from back to front."""
    key: list[tuple[str, str]] = field(default_factory=list)
    """The legend: pairs of a sign and its meaning.

    A sign is a value, ``pair``, ``thin``, ``shared``, ``ringed`` or empty.
    """
    notes: list[str] = field(default_factory=list)
    """Sentences below the drawing that belong to it rather than to the verdict."""


GamePicture: TypeAlias = Picture[G, P, Subject[G, P], Sketch]
"""The type of `PICTURE` in a game's `picture.py`."""

GameFigure: TypeAlias = Figure[Subject[G, P]]
"""The type of `figure` in a game's `figure.py`."""


def refuse_large(game: AnyGame, count: int, most: int) -> None:
    """Raise DuelError if a picture of `count` numbers would be too large to read."""
    if count > most:
        raise DuelError(
            f"a picture of {game.id} holds at most {most} numbers, but {count} are left; "
            "choose a smaller high, or a position after some moves",
            arguments=("moves",),
        )


def draw_page(subject: Subject[AnyGame, Position], sketch: Sketch) -> str:
    """Return the finished picture as SVG."""
    width = _squares(max(sketch.width, NARROWEST_PAGE) + 2 * MARGIN)
    across = width - 2 * MARGIN
    head, top = _head(subject, across)
    left = MARGIN + (across - sketch.width) / 2
    drawn = group(sketch.shapes, class_="sketch", transform=f"translate({left:g} {top:g})")
    foot, bottom = _foot(subject, sketch, across, top + sketch.height)
    analysis = subject.analysis
    shown = [description(d, analysis.game.format_move) for d in diagrams_of_analysis(analysis)]
    words = " ".join([verdict(analysis), analysis.reason, *shown])
    title = f"{subject.record.game.title}: {_set_up(subject.record)}"
    return document(width, _squares(bottom), title, words, [*head, drawn, *foot])


def _squares(length: float) -> int:
    """Round a length up to whole squares of the paper."""
    return SQUARE * ceil(length / SQUARE)


def _set_up(record: Record) -> str:
    game = record.game
    options = ", ".join(f"{name} {value}" for name, value in game.options.items())
    played = ", ".join(game.format_move(move) for move in record.moves)
    if record.start:
        options += f"; set up {record.start}"
    if len(played) > 400:
        played = f"{played[:190]} ... {played[-190:]}"
    return f"{options}; after {played}" if played else options


def _head(subject: Subject[AnyGame, Position], across: float) -> tuple[list[Shape], float]:
    """Draw the title, the set-up with the moves played, and whose turn it is."""
    shapes = [write(subject.record.game.title, (MARGIN, 66), 32, font_weight="bold")]
    y = 66
    for text in wrapped(_set_up(subject.record), 18, across):
        y += 27
        shapes.append(write(text, (MARGIN, y), 18, fill=PENCIL))
    analysis = subject.analysis
    outcome = analysis.game.outcome(analysis.position)
    player = outcome.winner if outcome else analysis.position.to_move
    words = f"Player {int(player)} {'has won' if outcome else 'to move'}"
    y += 33
    shapes.append(player_mark(player, (MARGIN + 9, y - 6), 18))
    shapes.append(write(words, (MARGIN + 28, y), 18, font_weight="bold", class_="turn"))
    return shapes, y + 34


def _foot(
    subject: Subject[AnyGame, Position], sketch: Sketch, across: float, top: float
) -> tuple[list[Shape], float]:
    """Draw the legend, the notes, the verdict with its mark, and the reason."""
    shapes, y = _key(sketch.key, across, top + 44)
    y += 8
    for note in sketch.notes:
        for text in wrapped(note, 16, across):
            y += 23
            shapes.append(write(text, (MARGIN, y), 16, fill=PENCIL, class_="note"))
    y += 20
    shapes.append(line((MARGIN, y), (MARGIN + across, y), stroke=INK, stroke_width=0.8))
    analysis = subject.analysis
    indent = MARGIN
    y += 36
    if analysis.value:
        shapes.append(value_mark(analysis.value, (MARGIN + 9, y - 7), 8))
        indent += 30
    colour = VALUES.get(analysis.value or "", INK)
    style = {"font_weight": "bold", "fill": colour, "class_": "verdict"}
    for index, text in enumerate(wrapped(verdict(analysis), 22, across - (indent - MARGIN))):
        y += 27 * min(index, 1)
        shapes.append(write(text, (indent, y), 20, **style))
    for text in wrapped(analysis.reason, 18, across):
        y += 27
        shapes.append(write(text, (MARGIN, y), 18, class_="reason"))
    drawn, y = _diagrams(analysis, across, y + 18)
    return [*shapes, *drawn], y + MARGIN


def _diagrams(analysis: Analysis, across: float, top: float) -> tuple[list[Shape], float]:
    """Draw how to win, as the reason says it, with what each diagram means below it."""
    shapes = list[Shape]()
    y = top
    for diagram in diagrams_of_analysis(analysis):
        laid = lay_out(diagram, NARROWEST_PAGE / ENLARGED, analysis.game.format_move)
        marks = [shape_of(mark) for mark in laid.marks]
        left = MARGIN + (across - NARROWEST_PAGE) / 2
        place = f"translate({left:g} {y:g}) scale({ENLARGED})"
        shapes.append(group(marks, class_="diagram", transform=place))
        y += laid.height * ENLARGED + 22
        for text in wrapped(f"{diagram.caption} {laid.note}", 16, across):
            shapes.append(write(text, (MARGIN, y), 16, fill=PENCIL, class_="caption"))
            y += 23
        y += 4
    return shapes, y - 18


def verdict(analysis: Analysis) -> str:
    """Return who wins and how soon, in a sentence."""
    mover = analysis.position.to_move
    if analysis.value is None:
        outcome = analysis.game.outcome(analysis.position)
        assert outcome is not None
        return f"Player {int(outcome.winner)} has won."
    if analysis.value is Value.UNKNOWN:
        return "There was not enough time to find the winner."
    winner = mover if analysis.value is Value.WIN else mover.other
    plies = analysis.remoteness
    soon = "" if plies is None else f" in {plural(plies, 'move')}"
    nim = "" if analysis.grundy is None else f" The nim-value is {analysis.grundy}."
    return f"Player {int(winner)} wins{soon} with best play.{nim}"


def _key(
    entries: Iterable[tuple[str, str]], across: float, top: float
) -> tuple[list[Shape], float]:
    """Draw the legend, in as many lines as it takes."""
    shapes: list[Shape] = []
    x, y = float(MARGIN), top
    for sign, words in entries:
        reach = 34 + text_width(words, 16)
        if x > MARGIN and x + reach > MARGIN + across:
            x, y = MARGIN, y + 25
        shapes.append(_sign(sign, x, y - 5))
        shapes.append(write(words, (x + 34, y), 16, fill=PENCIL, class_="key"))
        x += reach + 26
    return shapes, y if shapes else top - 23


def _sign(sign: str, x: float, y: float) -> Shape:
    if sign in VALUES:
        return value_mark(sign, (x + 13, y), 6)
    if sign == "ringed":
        return circle((x + 13, y), 8, fill="none", stroke=INK, stroke_width=2.4)
    style: dict[str, object] = {"stroke": INK, "stroke_width": 4 if sign == "pair" else 0.8}
    if sign == "shared":
        style["stroke_dasharray"] = "4 3"
    return line((x, y), (x + 26, y), **style)


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a text."""
    return LETTER * size * len(text)


def wrapped(text: str, size: float, across: float) -> list[str]:
    """Split a text into lines that fit."""
    letters = max(20, int(across / (LETTER * size)))
    return textwrap.wrap(text, letters, break_on_hyphens=False)


def value_key(values: Iterable[str], words: str = "move") -> list[tuple[str, str]]:
    """Return the part of the legend that explains the values in use."""
    present = set(values)
    texts = {
        Value.WIN: f"winning {words}",
        Value.LOSS: f"losing {words}",
        Value.UNKNOWN: "not found in time",
    }
    return [(value, text) for value, text in texts.items() if value in present]
