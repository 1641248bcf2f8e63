"""Draw a position for a link preview: whose turn it is, and the board.

A board of many numbers is split into blocks side by side. Numbers that would still be too
small to read are left out, and a line below the board says how many.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from divisor_duel.drawing.scene import Cell, CellState, scene_of
from divisor_duel.drawing.style import FAINT, INK, PENCIL, PLAYERS
from divisor_duel.drawing.svg import Shape, centred, circle, document, rectangle, write
from divisor_duel.game import Player
from divisor_duel.play.record import Record

WIDTH, HEIGHT = 1200, 630
"""Size of a picture in a link preview, in pixels."""
DISC_FILL = "#fffefa"
"""Colour inside the rings."""
LEFT, TOP, MARGIN = 60, 258, 60
COLUMNS = 84
"""Width limit of the scene, in characters."""
TALLEST, LARGEST = 92.0, 40.0
"""Limits on the height of a row and the size of a number, in pixels."""
SMALLEST = 10.0
"""Smallest readable size of a number, in pixels."""
MOST_BLOCKS = 6
LONGEST_LINE = 110
"""Length limit of the subtitle and of the rule, in characters."""
LONGEST_IN_RING = 5
"""Length limit of the text inside a ring, in characters."""


def position_card(record: Record | None, title: str, subtitle: str, task: str = "") -> str:
    """Return a card, as SVG, with a title and the record's board and rule if there is one.

    A `task` for the reader takes the place of whose turn it is.
    """
    shapes = [write(title, (LEFT, 96), 60, font_weight="bold"), _line(subtitle, 146)]
    if record is None:
        shapes += [
            circle((330, 420), 110, fill=PLAYERS[Player.ONE]),
            rectangle((760, 310), 220, 220, fill=PLAYERS[Player.TWO]),
        ]
    else:
        shapes += [_line(record.game.goal, 188), *_turn(record, task), *_board(record)]
    return document(WIDTH, HEIGHT, title, subtitle, shapes)


def _line(text: str, bottom: float) -> Shape:
    """Write a line below the title, in smaller letters if it is long."""
    size = min(32.0, 1900 / max(1, len(text)))
    return write(text[:LONGEST_LINE], (LEFT, bottom), size, fill=PENCIL)


def _turn(record: Record, task: str) -> list[Shape]:
    position = record.last_position()
    outcome = record.outcome()
    player = outcome.winner if outcome else position.to_move
    words = task or f"{record.names[player - 1]} {'won' if outcome else 'moves next'}"
    mark = circle((LEFT + 14, 224), 14, fill=PLAYERS[player])
    if player == Player.TWO:
        mark = rectangle((LEFT, 210), 28, 28, fill=PLAYERS[player])
    return [mark, write(words[:50], (LEFT + 42, 236), 34, font_weight="bold")]


def _board(record: Record) -> list[Shape]:
    position = record.last_position()
    order = (record.first, record.first.other)
    played = [(order[turn % 2], move) for turn, move in enumerate(record.moves)]
    scene = scene_of(record.game, position, played, COLUMNS)
    shapes, top = [], float(TOP)
    if scene.headline:
        size = min(110, 1900 / max(8, len(scene.headline)))
        shapes.append(centred(scene.headline, (WIDTH / 2, TOP + 50), size, font_weight="bold"))
        top += 112
    return shapes + _cells(scene.cells, top)


class _Grid(NamedTuple):
    """Cells on an evenly spaced grid."""

    cells: Sequence[Cell]
    across: float
    """Distance from one column to the next."""
    down: float
    """Distance from one row to the next."""

    @property
    def radius(self) -> float:
        """Radius of rings and discs."""
        return min(self.down * 0.46, self.across * 0.46, LARGEST)

    @property
    def size(self) -> float:
        """Font size of all numbers: the longest one has to fit."""
        longest = max(len(cell.text) for cell in self.cells)
        ringed = min(1.0, 2.9 / longest) * self.radius if longest <= LONGEST_IN_RING else LARGEST
        return min(self.down * 0.5, 1.35 * self.across / longest, ringed, LARGEST)


def _cells(cells: Sequence[Cell], top: float) -> list[Shape]:
    """Draw the numbers as large as they fit, and say how many are left out."""
    if not cells:
        return []
    room = HEIGHT - 30 - top
    folds = (_lay_out(_fold(cells, blocks), room) for blocks in range(1, MOST_BLOCKS + 1))
    best = max(folds, key=lambda grid: grid.size)
    if best.size >= SMALLEST:
        return _draw(best, top)
    rows = int((room - 60) / (4 * SMALLEST))
    shown = [cell for cell in cells if cell.row < rows]
    rest = f"and {len(cells) - len(shown)} more"
    below = centred(rest, (WIDTH / 2, HEIGHT - 55), 30, fill=PENCIL)
    return [*_draw(_lay_out(shown, room - 60), top), below]


def _fold(cells: Sequence[Cell], blocks: int) -> list[Cell]:
    """Move rows into `blocks` blocks side by side, with an empty column between."""
    rows = ceil((max(cell.row for cell in cells) + 1) / blocks)
    width = max(cell.column for cell in cells) + 2
    return [
        cell._replace(row=cell.row % rows, column=cell.column + cell.row // rows * width)
        for cell in cells
    ]


def _lay_out(cells: Sequence[Cell], room: float) -> _Grid:
    rows = max(cell.row for cell in cells) + 1
    columns = max(cell.column for cell in cells) + 1
    return _Grid(cells, (WIDTH - 2 * MARGIN) / columns, min(room / rows, TALLEST))


def _draw(grid: _Grid, top: float) -> list[Shape]:
    shapes = list[Shape]()
    for cell in grid.cells:
        x, y = (cell.column + 0.5) * grid.across, (cell.row + 0.5) * grid.down
        shapes += _cell(cell, (MARGIN + x, top + y), grid.radius, grid.size)
    return shapes


def _cell(cell: Cell, at: tuple[float, float], radius: float, size: float) -> list[Shape]:
    if cell.state is CellState.GONE:
        return [centred(cell.text, at, size, fill=FAINT)]
    if cell.owner is None:
        ring = circle(at, radius, fill=DISC_FILL, stroke=INK, stroke_width=1.6)
        ringed = cell.state is CellState.LEGAL and len(cell.text) <= LONGEST_IN_RING
        text = centred(cell.text, at, size)
        return [ring, text] if ringed else [text]
    hue = PLAYERS[cell.owner]
    disc = circle(at, radius, fill=hue)
    if cell.owner == Player.TWO:
        disc = rectangle((at[0] - radius, at[1] - radius), 2 * radius, 2 * radius, fill=hue)
    return [disc, centred(cell.text, at, size, fill="#ffffff", font_weight="bold")]
