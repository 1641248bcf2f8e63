"""The board: the cells of a scene, with a cursor moved by keys or the mouse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from divisor_duel.drawing.scene import IN_PLAY, Cell, CellState, Preview, Scene
from divisor_duel.game import Value
from divisor_duel.terminal.tui import themes
from divisor_duel.terminal.tui.widgets.board_cells import LEAVING, CellView, draw_cell
from divisor_duel.terminal.tui.widgets.board_figures import large_number
from divisor_duel.terminal.tui.widgets.board_grid import Grid, border, fit

EMPTY = Scene(())
FRAME_SECONDS = 0.14
"""Time for each frame in which removed numbers leave, in seconds."""


class Board(ScrollView, can_focus=True, inherit_bindings=False):
    """Shows a scene, and reports the cursor and the chosen number; knows no rules."""

    DEFAULT_CSS = """
    Board { height: 1fr; background: transparent; scrollbar-size-vertical: 1; }
    Board > .board--rule { color: $rule; }
    Board > .board--legal { color: $foreground; text-style: bold; }
    Board > .board--open { color: $faint; }
    Board > .board--gone { color: $rule; }
    Board > .board--one { color: $one; background: $one-soft; }
    Board > .board--two { color: $two; background: $two-soft; }
    Board > .board--one-shape { color: $one-soft; }
    Board > .board--two-shape { color: $two-soft; }
    Board > .board--last-one { color: $one; text-style: bold reverse; }
    Board > .board--last-two { color: $two; text-style: bold reverse; }
    Board > .board--last-one-shape { color: $one; }
    Board > .board--last-two-shape { color: $two; }
    Board > .board--cursor { text-style: bold reverse; }
    Board > .board--removed { color: $error; }
    Board > .board--answer { color: $warning; text-style: bold; }
    Board > .board--group { color: $accent; text-style: bold; }
    Board > .board--win { color: $success; text-style: bold; }
    Board > .board--loss { color: $error; text-style: bold; }
    Board > .board--unknown { color: $faint; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *("board--rule", "board--legal", "board--open", "board--gone", "board--cursor"),
        *(f"board--{last}{owner}" for last in ("", "last-") for owner in ("one", "two")),
        *(f"board--{last}{owner}-shape" for last in ("", "last-") for owner in ("one", "two")),
        *("board--removed", "board--answer", "board--group"),
        *("board--win", "board--loss", "board--unknown"),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"go({step})", "move the cursor", show=False, key_display="arrows")
            for key, step in (("up", "0,-1"), ("down", "0,1"), ("left", "-1,0"), ("right", "1,0"))
        ),
        Binding("pageup", "go(0,-5)", "move the cursor", show=False),
        Binding("pagedown", "go(0,5)", "move the cursor", show=False),
        Binding("tab", "next_legal(1)", "go to a number you can play", show=False),
        Binding("shift+tab", "next_legal(-1)", "go to a number you can play", show=False),
        Binding("home", "end_legal(0)", "go to a number you can play", show=False),
        Binding("end", "end_legal(-1)", "go to a number you can play", show=False),
    ]

    class Pointed(Message):
        """The cursor has moved."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Chosen(Message):
        """A number was chosen; None on a board without numbers."""

        def __init__(self, number: int | None) -> None:
            super().__init__()
            self.number = number

    class Resized(Message):
        """The board has more or less room than before."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.scene = EMPTY
        """What is shown."""
        self.cursor: int | None = None
        """The number under the cursor."""
        self.pointing = True
        """Whether the cursor is shown: not while the computer is to move."""
        self._places: dict[tuple[int, int], Cell] = {}
        self._cells: dict[int, Cell] = {}
        self._rows: dict[int, list[Cell]] = {}
        self._values: Mapping[int, Value] = {}
        self._removed: frozenset[int] = frozenset()
        self._answers: frozenset[int] = frozenset()
        self._leaving: frozenset[int] = frozenset()
        self._frame = 0
        self._grid = Grid(1, 1, 1, 1, False)
        self._scale: int | None = None
        self._groups: Mapping[int, str] = {}
        self._looks: dict[str, Style] = {}
        self._drawn: dict[CellView, list[list[Segment]]] = {}

    # --- what is shown -------------------------------------------------------------------

    def show(self, scene: Scene, pointing: bool = True) -> None:
        """Show another scene; the cursor leaves a number that is no longer legal."""
        self._leave(scene)
        self.scene, self.pointing = scene, pointing
        self._places = {(cell.row, cell.column): cell for cell in scene.cells}
        self._cells = {cell.number: cell for cell in scene.cells}
        self._rows = {}
        for cell in scene.cells:
            self._rows.setdefault(cell.row, []).append(cell)
        self._removed, self._answers = frozenset(), frozenset()
        self._values, self._groups = {}, {}
        self._forget_drawn()
        current = self._cells.get(self.cursor) if self.cursor is not None else None
        if pointing and (current is None or current.state is not CellState.LEGAL):
            legal = [cell.number for cell in scene.cells if cell.state is CellState.LEGAL]
            near = self.cursor or 0
            self.cursor = (
                min(legal, key=lambda number: abs(number - near))
                if legal
                else next(iter(self._cells), None)
            )
        self._measure()
        self._reach()
        self.refresh()

    def mark(self, values: Mapping[int, Value], groups: Mapping[int, str]) -> None:
        """Mark moves with their values, and numbers with the letters of their groups."""
        changed = {number for number, _ in values.items() ^ self._values.items()}
        changed |= {number for number, _ in groups.items() ^ self._groups.items()}
        self._values, self._groups = values, groups
        self._redraw(changed)

    def show_preview(self, preview: Preview | None) -> None:
        """Show what the move under the cursor would do."""
        before = self._answers, self._removed
        self._removed = preview.removed if preview else frozenset()
        self._answers = preview.lit if preview else frozenset()
        if preview and self._answers >= {*self._legal()} - preview.removed - {self.cursor}:
            self._answers = frozenset()  # every remaining number could answer: no marks needed
        self._redraw((before[0] ^ self._answers) | (before[1] ^ self._removed))

    def point(self, number: int) -> None:
        """Move the cursor to a number, if it is on the board."""
        if number in self._cells and number != self.cursor:
            changed = {number, self.cursor}
            self.cursor = number
            self._reach()
            self._redraw(changed)
            self.post_message(self.Pointed(number))

    def _leave(self, scene: Scene) -> None:
        """Let the numbers that this scene no longer has in play leave visibly, if motion is on."""
        before = {cell.number for cell in self.scene.cells if cell.state in IN_PLAY}
        gone = {cell.number for cell in scene.cells if cell.state is CellState.GONE}
        leaving = frozenset(before & gone)
        if leaving and self.app.animation_level != "none" and not themes.no_colour():
            self._leaving, self._frame = leaving, 0
            self.set_timer(FRAME_SECONDS, self._next_frame)

    def _next_frame(self) -> None:
        """Show the next picture of the numbers that leave."""
        leaving = self._leaving
        if leaving:
            self._frame += 1
            if self._frame >= len(LEAVING):
                self._leaving = frozenset()
            else:
                self.set_timer(FRAME_SECONDS, self._next_frame)
            self._redraw(leaving)

    def _redraw(self, numbers: Iterable[int | None]) -> None:
        """Redraw only the lines that changed, which keeps key presses cheap."""
        height = self._grid.height
        cells = (self._cells.get(number) for number in numbers if number is not None)
        for row in {cell.row for cell in cells if cell}:
            self.refresh_lines(row * height, height)

    @property
    def room(self) -> int:
        """How many text columns a scene may use."""
        return max(20, self.size.width - 1)

    def _measure(self) -> None:
        self._grid = fit(self.scene, self.size)
        drawable = all(large_number(cell.text) for cell in self.scene.cells)
        self._scale = self._grid.scale if drawable and not themes.ascii_only() else None
        self._drawn.clear()
        self.virtual_size = self._grid.size

    def on_resize(self) -> None:
        self._measure()
        self._reach()
        self.post_message(self.Resized())

    def _reach(self) -> None:
        cell = self._cells.get(self.cursor) if self.cursor is not None else None
        if cell:
            width, height, boxed = self._grid.width, self._grid.height, self._grid.boxed
            region = Region(cell.column * width, cell.row * height, width + boxed, height + boxed)
            self.scroll_to_region(region, animate=False, immediate=True)

    # --- keys and mouse ------------------------------------------------------------------

    def action_go(self, right: int, down: int) -> None:
        """Move the cursor to the neighbouring number."""
        cell = self._cells.get(self.cursor) if self.cursor is not None else None
        if cell is None:
            return
        if right:
            order = self.scene.cells
            index = order.index(cell) + right
            if 0 <= index < len(order):
                self.point(order[index].number)
            return
        wanted = max(0, min(max(self._rows), cell.row + down))
        row = self._rows.get(wanted)
        if row and wanted != cell.row:
            self.point(min(row, key=lambda other: abs(other.column - cell.column)).number)

    def _legal(self) -> list[int]:
        return [cell.number for cell in self.scene.cells if cell.state is CellState.LEGAL]

    def action_next_legal(self, step: int) -> None:
        """Move the cursor to the next legal number, wrapping around."""
        legal = self._legal()
        current = self.cursor or 0
        if step > 0:
            self.point(next((n for n in legal if n > current), legal[0] if legal else current))
        else:
            before = [n for n in legal if n < current]
            self.point(before[-1] if before else legal[-1] if legal else current)

    def action_end_legal(self, index: int) -> None:
        """Move the cursor to the first or last legal number."""
        legal = self._legal()
        if legal:
            self.point(legal[index])

    def action_choose(self) -> None:
        """Choose the number under the cursor."""
        self.post_message(self.Chosen(self.cursor))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the cursor with the mouse."""
        number = self.number_at(event.x, event.y)
        if number is not None and self.pointing:
            self.point(number)

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked number."""
        number = self.number_at(event.x, event.y)
        if number is not None:
            self.point(number)
            self.post_message(self.Chosen(number))

    def number_at(self, x: int, y: int) -> int | None:
        """Return the number shown at a point of this widget, or None."""
        left, top = self.scroll_offset
        place = self._grid.place_at(x + left, y + top)
        cell = self._places.get(place) if place else None
        return cell.number if cell else None

    # --- drawing -------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._forget_drawn()

    def _forget_drawn(self) -> None:
        self._looks.clear()
        self._drawn.clear()

    def _look(self, name: str = "") -> Style:
        """Return a component's style over the board's, cached: each costs a tree walk."""
        look = self._looks.get(name)
        if look is None:
            look = self.rich_style
            if name:
                look += self.get_component_rich_style(f"board--{name}", partial=True)
            self._looks[name] = look
        return look

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        base = self._look()
        strip = Strip(self._segments(y + top)).crop_extend(left, left + self.size.width, base)
        return strip.apply_style(base)

    def _segments(self, y: int) -> list[Segment]:
        """Return one line of the board, as far as anything is drawn there."""
        grid, base, rule = self._grid, self._look(), self._look("rule")
        row, line = divmod(y, grid.height)
        if grid.boxed and not line:
            return [Segment(border(grid, self._places, row), rule)]
        segments = list[Segment]()
        column = -1
        for cell in self._rows.get(row, []) if grid.boxed or not line else ():
            gap = (cell.column - column - 1) * grid.width
            if grid.boxed and column >= 0:
                gap -= bool(gap)
            segments.append(Segment(" " * gap, base))
            if grid.boxed and (gap or column < 0):
                segments.append(Segment("│", rule))
            segments += self._lines_of(cell)[line - grid.boxed]
            if grid.boxed:
                segments.append(Segment("│", rule))
            column = cell.column
        return segments

    def _lines_of(self, cell: Cell) -> list[list[Segment]]:
        """Return a cell as drawn, from the cache if nothing about it has changed."""
        number = cell.number
        view = CellView(
            cell,
            self.pointing and number == self.cursor,
            number in self._removed,
            number in self._answers,
            self._values.get(number),
            self._groups.get(number, ""),
            self._frame if number in self._leaving else None,
        )
        drawn = self._drawn.get(view)
        if drawn is None:
            size = self._grid.inner_width, self._grid.inner_height
            drawn = draw_cell(view, *size, self._look, self._scale)
            self._drawn[view] = drawn
        return drawn
