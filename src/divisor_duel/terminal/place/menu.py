"""A list of lines to choose from by arrows, letters or mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip


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


class Menu(ScrollView, can_focus=True, inherit_bindings=False):
    """The lines, with a mark at the one that Enter would choose."""

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

    class Chosen(Message):
        """A line was chosen."""

        def __init__(self, menu: Menu, value: Any) -> None:
            super().__init__()
            self.menu = menu
            self.value = value

        @property
        def control(self) -> Menu:
            """The menu it was chosen in."""
            return self.menu

    class Moved(Message):
        """The mark has moved to another line."""

        def __init__(self, menu: Menu, value: Any) -> None:
            super().__init__()
            self.menu = menu
            self.value = value

        @property
        def control(self) -> Menu:
            """The menu it moved in."""
            return self.menu

    def __init__(self, lines: Sequence[Line] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: tuple[Line, ...] = tuple(lines)
        """What can be chosen."""
        self.at = self._nearest(0, 1)
        """Which line is marked."""

    def on_mount(self) -> None:
        self._measure()

    def show(self, lines: Sequence[Line], at: int | None = None) -> None:
        """Show other lines; the mark stays where it was unless told otherwise."""
        self.lines = tuple(lines)
        self.at = self._nearest(self.at if at is None else at, 1)
        self._measure()
        self.reach()
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines)

    def _measure(self) -> None:
        self.virtual_size = Size(max(self.size.width, 1), len(self.lines))

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
        self.scroll_to_region(Region(0, self.at, 1, 1), animate=False, immediate=True)

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
        index = y + self.scroll_offset.y
        if 0 <= index < len(self.lines) and self.lines[index].value is not None:
            self.go_to(index)
            return True
        return False

    def render_line(self, y: int) -> Strip:
        index, width = y + self.scroll_offset.y, self.size.width
        base = self.rich_style
        if index >= len(self.lines):
            return Strip.blank(width, base)
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
        segments = [Segment("› " if chosen else "  ", own)]
        if any(each.key for each in self.lines):
            segments.append(Segment(f"{line.key or ' '}  ", letter))
        segments.append(Segment(line.text, own))
        if line.detail:
            segments.append(Segment(f"  {line.detail}", quiet))
        strip = Strip(segments)
        if strip.cell_length > width:
            strip = Strip([*strip.crop(0, width - 1), Segment("…", quiet)])
        return strip.adjust_cell_length(width, own if chosen else base)
