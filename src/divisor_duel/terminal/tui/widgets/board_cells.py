"""One cell of the board: its number with every mark, at whatever size the cell has."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple, TypeAlias

from rich.segment import Segment
from rich.style import Style

from divisor_duel.drawing.scene import Cell, CellState
from divisor_duel.game import Player, Value
from divisor_duel.terminal.paint import MARKS
from divisor_duel.terminal.tui.widgets.board_figures import FULL, LARGE, large_number, stamp

ANSWER = "•"
"""Marks the numbers that could answer the move under the cursor."""
GONE = "·"
LEAVING = ("x", "x", "×", GONE)
"""What a removed number shows while it leaves, frame by frame; the first ones beside it."""
WITH_NUMBER = 2
"""How many of these frames show the number too."""

Looks: TypeAlias = Callable[[str], Style]
"""Returns the style of a name; the empty name is the board's own."""


class CellView(NamedTuple):
    """A cell with its marks."""

    cell: Cell
    """The number."""
    pointed: bool = False
    """Whether the cursor is on it."""
    removed: bool = False
    """Whether the move under the cursor would remove it."""
    answer: bool = False
    """Whether it could answer that move."""
    value: Value | None = None
    """Its value as a move, if that is shown."""
    group: str = ""
    """The group it belongs to in the explanation, as a letter."""
    frame: int | None = None
    """The frame shown if it is just leaving."""


class Canvas:
    """A small rectangle of letters, each with its style."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self._rows = [[(" ", style)] * width for _ in range(height)]

    def put(self, line: int, column: int, text: str, style: Style) -> None:
        """Write a text, as far as it is inside."""
        for at, letter in enumerate(text, column):
            if 0 <= line < self.height and 0 <= at < self.width:
                self._rows[line][at] = letter, style

    def centre(self, lines: tuple[str, ...], style: Style) -> None:
        """Write lines in the middle; their spaces let what is below show through."""
        top = (self.height - len(lines)) // 2
        for line, text in enumerate(lines, top):
            left = (self.width - len(text)) // 2
            for column, letter in enumerate(text, left):
                if letter != " ":
                    self.put(line, column, letter, style)

    def lines(self) -> list[list[Segment]]:
        """Return each line as segments."""
        return [
            [
                Segment("".join(letter for letter, _ in run), style)
                for style, run in ((key, list(run)) for key, run in groupby(row, _style))
            ]
            for row in self._rows
        ]


def _style(entry: tuple[str, Style]) -> Style:
    return entry[1]


def draw_cell(
    view: CellView,
    width: int,
    height: int,
    looks: Looks,
    scale: int | None = 0,
) -> list[list[Segment]]:
    """Return a cell of this size, line by line; without a scale it has no large figures."""
    style, before, after = _dress(view, looks)
    fill = style if view.pointed else looks("")
    canvas = Canvas(width, height, fill)
    cell = view.cell
    large = scale is not None and _large(view, width, height, scale)
    stamped = scale is not None and height >= LARGE and width > 2 * LARGE
    if cell.owner and not view.pointed and stamped:
        _stamp(canvas, cell, cell.owner, looks, f"{before}{cell.text}{after}", scale or 0)
    elif large:
        canvas.centre(large, style)
        middle = (height - len(large)) // 2 + len(large) // 2
        canvas.put(middle, 0, before.strip("["), style)
        canvas.put(middle, width - 1, after.strip("]"), style)
    else:
        body = f"{before}{_text(view)}{after}"
        left = (width - len(body) - 1 + (width - len(body) - 1) % 2) // 2
        canvas.put((height - 1) // 2, left, body, style)
    _add_marks(canvas, view, looks, before, after)
    return canvas.lines()


def _large(view: CellView, width: int, height: int, scale: int) -> tuple[str, ...]:
    """Return the number in large figures if it is a legal move and they fit."""
    lines = large_number(view.cell.text, scale)
    legal = view.cell.state is CellState.LEGAL or view.frame in range(WITH_NUMBER)
    room = width - view.removed - 2 * view.pointed
    return lines if legal and height >= LARGE and lines and len(lines[0]) <= room else ()


def _text(view: CellView) -> str:
    """Return the text of a cell in small letters."""
    if view.frame is not None and view.frame >= WITH_NUMBER:
        return LEAVING[view.frame]
    return GONE if view.cell.state is CellState.GONE and view.frame is None else view.cell.text


def _stamp(canvas: Canvas, cell: Cell, owner: Player, looks: Looks, text: str, scale: int) -> None:
    """Draw the player's mark as large as fits, with the number on it."""
    size = canvas.height if canvas.height % 2 else canvas.height - 1
    while size > LARGE and 2 * size + 1 > canvas.width:
        size -= 2
    name = _owner_look(cell)
    ink, shape = looks(name), looks(f"{name}-shape")
    top = (canvas.height - size) // 2
    for line, row in enumerate(stamp(owner, size), top):
        left = (canvas.width - len(row)) // 2
        for column, letter in enumerate(row, left):
            if letter != " ":
                canvas.put(line, column, *((" ", ink) if letter == FULL else (letter, shape)))
    for smaller in range(scale, -1, -1):
        number = large_number(cell.text, smaller)
        if number and len(number) < size and len(number[0]) <= 2 * size - LARGE:
            canvas.centre(number, ink)
            return
    canvas.put(top + size // 2, (canvas.width - len(text)) // 2, text, ink)


def _add_marks(canvas: Canvas, view: CellView, looks: Looks, before: str, after: str) -> None:
    """Add the value or answer mark and the letter of the group."""
    mark = view.value.mark if view.value else ANSWER if view.answer else ""
    if mark:
        style = looks("cursor" if view.pointed else view.value or "answer")
        body = len(before) + len(_text(view)) + len(after)
        left = (canvas.width - body - 1 + (canvas.width - body - 1) % 2) // 2
        tall = canvas.height >= LARGE
        line, column = (
            (0, canvas.width - 1)
            if tall
            else ((canvas.height - 1) // 2, min(left + body, canvas.width - 1))
        )
        canvas.put(line, column, mark, style)
    if view.group:
        line = 0 if canvas.height >= LARGE else (canvas.height - 1) // 2
        canvas.put(line, 0, view.group, looks("cursor" if view.pointed else "group"))


def _owner_look(cell: Cell) -> str:
    owner = "one" if cell.owner == Player.ONE else "two"
    return f"last-{owner}" if cell.state is CellState.LAST else owner


def _dress(view: CellView, looks: Looks) -> tuple[Style, str, str]:
    """Return a cell's style and the marks around its number, which also work without colour."""
    cell = view.cell
    if view.frame is not None:
        return looks("removed"), "x" if view.frame < WITH_NUMBER else " ", " "
    if view.pointed:
        return looks("cursor"), ">", "<"
    if view.removed:
        return looks("removed"), "x", " "
    if cell.owner:
        after = "‹" if cell.state is CellState.LAST else " "
        return looks(_owner_look(cell)), MARKS[cell.owner], after
    if cell.state is CellState.LEGAL:
        return looks("legal"), "[", "]"
    return looks("open" if cell.state is CellState.OPEN else "gone"), " ", " "
