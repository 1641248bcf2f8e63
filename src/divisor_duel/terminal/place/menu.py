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
"""The columns that a detail needs beside its text; where there are fewer it goes below."""


class Line(NamedTuple):
    """One line of a menu."""

    value: Any
    """What choosing it means; None for a line that only says something."""
    text: str
    """What it says."""
    detail: str = ""
    """What it says more, quietly."""
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
    """What of the line's text stands in it."""
    detail: str
    """What of its detail, with the space before it."""


class _AboutLine(Message):
    """Something happened to a line of a menu."""

    def __init__(self, menu: Menu, value: Any) -> None:
        super().__init__()
        self.menu = menu
        """The menu."""
        self.value = value
        """What choosing the line means."""

    @property
    def control(self) -> Menu:
        """The menu, for Textual's selectors."""
        return self.menu


class Menu(ScrollView, can_focus=True, inherit_bindings=False):
    """The lines, with a mark at the one that Enter would choose.

    With `wraps` a line that is too long for the screen takes as many rows as it needs.
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
        """What can be chosen."""
        self._take(lines)
        self.at = self._nearest(0, 1)
        """Which line is marked."""
        self._wraps = wraps
        self._rows: tuple[_Row, ...] = ()
        """What stands in each row; a long line has several."""

    def on_mount(self) -> None:
        self._measure()

    def show(self, lines: Sequence[Line], at: int | None = None) -> None:
        """Show other lines; the mark stays where it was unless told otherwise."""
        self._take(lines)
        self.at = self._nearest(self.at if at is None else at, 1)
        self._measure()
        self.reach()
        self.refresh(layout=True)

    def _take(self, lines: Sequence[Line]) -> None:
        self.lines = tuple(lines)
        self._lead = 5 if any(line.key for line in lines) else 2
        """The columns before a text: the mark, and the letters where there are any."""

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
        """The rows of a line, each as some of its text and some of its detail."""
        room = max(1, width - self._lead)
        whole = len(line.text) + 2 + len(line.detail)
        if not self._wraps or line.value is None or whole <= room:
            return [(line.text, f"  {line.detail}" if line.detail else "")]
        column = len(line.text) + 2
        if room - column >= LEAST_BESIDE:
            told = wrap(line.detail, room - column)
            return [(line.text, f"  {told[0]}"), *(("", " " * column + row) for row in told[1:])]
        return self._below(line, room)

    def _below(self, line: Line, room: int) -> list[tuple[str, str]]:
        """A text that may be too long itself, and its detail where there is room for it."""
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
        """What the marked line means."""
        return self.lines[self.at].value if self.lines else None

    def _nearest(self, index: int, step: int) -> int:
        """The line at `index`, or the next one that can be chosen."""
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
        """Scroll so that the marked line is seen, and a heading right above it."""
        rows = [row for row, shown in enumerate(self._rows) if shown.line == self.at]
        if rows:
            region = Region(0, rows[0], 1, len(rows))
            self.scroll_to_region(region, animate=False, immediate=True)

    def action_move(self, by: int) -> None:
        """Move the mark, over lines that only say something."""
        self.go_to(self.at + by, 1 if by > 0 else -1)

    def action_choose(self) -> None:
        """Choose the marked line."""
        if self.value is not None:
            self.post_message(self.Chosen(self, self.value))

    def on_key(self, event: events.Key) -> None:
        """A letter chooses its line."""
        for index, line in enumerate(self.lines):
            if line.key and line.key == event.character:
                event.stop()
                self.go_to(index)
                self.action_choose()
                return

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The mark follows the mouse."""
        self._point(event.y)

    def on_click(self, event: events.Click) -> None:
        """A click chooses."""
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
