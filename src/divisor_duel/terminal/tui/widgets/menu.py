"""A list of lines to choose from by arrows, letters or mouse."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, ClassVar, NamedTuple

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

LEAST_BESIDE = 16
"""Minimum columns for a detail beside its text; with fewer, the detail goes below."""


class Line(NamedTuple):
    """One line of a menu."""

    value: Any
    """What choosing it returns; None for a heading or a blank line."""
    text: str
    """The main text."""
    detail: str = ""
    """More text, in a fainter style."""
    key: str = ""
    """The letter that chooses it."""
    style: str = ""
    """The name of a component style for its text."""


class _Row(NamedTuple):
    """A row of the screen."""

    line: int
    """Which line it belongs to."""
    first: bool
    """Whether that line begins here."""
    text: str
    """The part of the line's text in this row."""
    detail: str
    """The part of its detail in this row, with the space before it."""


class _AboutLine(Message):
    """Something happened to a line of a menu."""

    def __init__(self, menu: Menu, value: Any) -> None:
        super().__init__()
        self.menu = menu
        """The menu."""
        self.value = value
        """The line's value."""

    @property
    def control(self) -> Menu:
        """The menu, for Textual's selectors."""
        return self.menu


class Menu(ScrollView, can_focus=True, inherit_bindings=False):
    """A list of lines, with a mark at the one that Enter would choose.

    With `wraps`, a line too long for the screen takes as many rows as it needs.
    """

    DEFAULT_CSS = """
    Menu { height: auto; background: transparent; scrollbar-size-vertical: 1; }
    Menu > .menu--chosen { background: $panel; color: $foreground; text-style: bold; }
    Menu > .menu--detail { color: $faint; }
    Menu > .menu--key { color: $primary; text-style: bold; }
    Menu > .menu--one { color: $one; }
    Menu > .menu--two { color: $two; }
    Menu > .menu--head { color: $faint; text-style: italic; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "menu--chosen",
        "menu--detail",
        "menu--key",
        "menu--one",
        "menu--two",
        "menu--head",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "move(-10)", show=False),
        Binding("pagedown", "move(10)", show=False),
        Binding("home", "move(-9999)", show=False),
        Binding("end", "move(9999)", show=False),
        Binding("enter,space,ctrl+j", "choose", show=False),
    ]

    class Chosen(_AboutLine):
        """A line was chosen."""

    class Moved(_AboutLine):
        """The mark has moved to another line."""

    def __init__(
        self, lines: Sequence[Line] = (), *, wraps: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.lines: tuple[Line, ...] = ()
        """The lines shown."""
        self._take(lines)
        self.at = self._nearest(0, 1)
        """The index of the marked line."""
        self._wraps = wraps
        self._rows: tuple[_Row, ...] = ()
        """The rows on the screen; a long line has several."""

    def on_mount(self) -> None:
        self._measure()

    def show(self, lines: Sequence[Line], at: int | None = None) -> None:
        """Show other lines; the mark keeps its index unless `at` is given."""
        self._take(lines)
        self.at = self._nearest(self.at if at is None else at, 1)
        self._measure()
        self.reach()
        self.refresh(layout=True)

    def _take(self, lines: Sequence[Line]) -> None:
        self.lines = tuple(lines)
        self._lead = 5 if any(line.key for line in lines) else 2
        """Columns before the text: for the mark, and for letters if any line has one."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._laid_out(width))

    def _measure(self) -> None:
        width, height = self.size
        self._rows = self._laid_out(width)
        if len(self._rows) > height:  # the last column is the scroll bar's
            width -= 1
            self._rows = self._laid_out(width)
        self.virtual_size = Size(max(width, 1), len(self._rows))

    def _laid_out(self, width: int) -> tuple[_Row, ...]:
        return tuple(
            _Row(index, part == 0, text, detail)
            for index, line in enumerate(self.lines)
            for part, (text, detail) in enumerate(self._parts(line, width))
        )

    def _parts(self, line: Line, width: int) -> list[tuple[str, str]]:
        """Split a line into rows, each with parts of its text and its detail."""
        room = max(1, width - self._lead)
        whole = len(line.text) + 2 + len(line.detail)
        if not self._wraps or line.value is None or whole <= room:
            return [(line.text, f"  {line.detail}" if line.detail else "")]
        column = len(line.text) + 2
        if room - column >= LEAST_BESIDE:
            first, *more = wrap(line.detail, room - column)
            return [(line.text, f"  {first}"), *(("", " " * column + row) for row in more)]
        return self._below(line, room)

    def _below(self, line: Line, room: int) -> list[tuple[str, str]]:
        """Split a line whose text may itself be too long, with the detail below it."""
        texts = [line.text.rstrip()]
        if len(texts[0]) > room:
            texts = wrap(line.text, room, subsequent_indent="  ", break_on_hyphens=False)
        rows = [(text, "") for text in texts]
        if len(texts) > 1 and len(texts[-1]) + 2 + len(line.detail) <= room:
            return [*rows[:-1], (texts[-1], f"  {line.detail}")]
        return [*rows, *(("", f"  {row}") for row in wrap(line.detail, max(1, room - 2)))]

    def on_resize(self) -> None:
        self._measure()
        self.reach()

    @property
    def value(self) -> Any:
        """The value of the marked line."""
        return self.lines[self.at].value if self.lines else None

    def _nearest(self, index: int, step: int) -> int:
        """Return `index`, or the nearest line that can be chosen, first towards `step`."""
        last = len(self.lines) - 1
        index = max(0, min(last, index))
        candidates = [number for number in range(last + 1) if self.lines[number].value is not None]
        ahead = [number for number in candidates if (number - index) * step >= 0]
        return min(ahead or candidates or [0], key=lambda number: abs(number - index))

    def go_to(self, index: int, step: int = 1) -> None:
        """Mark another line."""
        index = self._nearest(index, step)
        if index != self.at:
            self.at = index
            self.reach()
            self.refresh()
            self.post_message(self.Moved(self, self.value))

    def reach(self) -> None:
        """Scroll so that the marked line is visible."""
        rows = [row for row, shown in enumerate(self._rows) if shown.line == self.at]
        if rows:
            region = Region(0, rows[0], 1, len(rows))
            self.scroll_to_region(region, animate=False, immediate=True)

    def action_move(self, by: int) -> None:
        """Move the mark, skipping headings."""
        self.go_to(self.at + by, 1 if by > 0 else -1)

    def action_choose(self) -> None:
        """Choose the marked line."""
        if self.value is not None:
            self.post_message(self.Chosen(self, self.value))

    def on_key(self, event: events.Key) -> None:
        """Choose a line by its letter."""
        for index, line in enumerate(self.lines):
            if line.key and line.key == event.character:
                event.stop()
                self.go_to(index)
                self.action_choose()
                return

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the mark with the mouse."""
        self._point(event.y)

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked line."""
        if self._point(event.y):
            self.action_choose()

    def _point(self, y: int) -> bool:
        row = y + self.scroll_offset.y
        if 0 <= row < len(self._rows) and self.lines[self._rows[row].line].value is not None:
            self.go_to(self._rows[row].line)
            return True
        return False

    def render_line(self, y: int) -> Strip:
        row, width = y + self.scroll_offset.y, self.size.width
        base = self.rich_style
        if row >= len(self._rows):
            return Strip.blank(width, base)
        index, first, text, detail = self._rows[row]
        line = self.lines[index]
        if line.value is None:
            style = self.get_component_rich_style("menu--head")
            text = f"  {line.text}  {line.detail}".ljust(width)
            return Strip([Segment(text[:width], style)], width)
        chosen = index == self.at
        own = base + self.get_component_rich_style(f"menu--{line.style}") if line.style else base
        quiet = self.get_component_rich_style("menu--detail")
        letter = self.get_component_rich_style("menu--key")
        if chosen:
            mark = self.get_component_rich_style("menu--chosen")
            own, quiet, letter = own + mark, quiet + mark, letter + mark
        segments = [Segment("› " if chosen and first else "  ", own)]
        if self._lead > 2:
            segments.append(Segment(f"{(first and line.key) or ' '}  ", letter))
        segments += [Segment(text, own), Segment(detail, quiet)]
        strip = Strip(segments)
        if strip.cell_length > width:
            strip = Strip([*strip.crop(0, width - 1), Segment("…", quiet)])
        return strip.adjust_cell_length(width, own if chosen else base)
