"""A list of lines to choose from by arrows, letters or mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple, TypeVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option

T = TypeVar("T")


class Line(NamedTuple):
    """One line of a menu."""

    value: object
    """What choosing it returns; None for a heading or a blank line."""
    text: str
    """The main text."""
    detail: str = ""
    """More text, in a fainter style."""
    key: str = ""
    """The letter that chooses it."""
    style: str = ""
    """The style of its text, such as ``$one``."""


class _LineOption(Option):
    """A line as an option of Textual's list."""

    def __init__(self, line: Line) -> None:
        detail = f"  {line.detail}" if line.detail else ""
        prompt = Content.assemble((line.text, line.style), (detail, "$faint"))
        super().__init__(prompt, disabled=line.value is None)
        self.line = line


def value_of(message: OptionList.OptionMessage, kind: type[T]) -> T:
    """Return the value, of this kind, of the line that a message from a menu is about."""
    assert isinstance(message.option, _LineOption)
    value = message.option.line.value
    assert isinstance(value, kind)
    return value


class Menu(OptionList, inherit_bindings=False):
    """Textual's list of options, with a mark and letters before the lines.

    Moving the mark and choosing a line send Textual's messages; `value_of` reads them.
    The screen binds Enter, as it knows what choosing a line does there.
    """

    DEFAULT_CSS = """
    Menu { border: none; padding: 0; background: transparent; scrollbar-size-vertical: 1; }
    Menu:focus { border: none; background-tint: transparent; }
    Menu > .option-list--option { padding: 0 0 0 2; }
    Menu.-letters > .option-list--option { padding: 0 0 0 5; }
    Menu > .option-list--option-disabled { color: $faint; text-style: italic; }
    Menu > .option-list--option-hover { background: transparent; }
    Menu > .option-list--option-highlighted, Menu:focus > .option-list--option-highlighted {
        background: $panel; color: $foreground; text-style: bold;
    }
    Menu > .menu--key { color: $primary; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"menu--key"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "move", show=False),
        Binding("down,j", "cursor_down", "move", show=False),
        Binding("pageup", "page_up", "move", show=False),
        Binding("pagedown", "page_down", "move", show=False),
        Binding("home", "first", "move", show=False),
        Binding("end", "last", "move", show=False),
    ]

    def __init__(self, lines: Sequence[Line] = (), *, id: str | None = None) -> None:
        self.lines = tuple(lines)
        """The lines shown."""
        super().__init__(*map(_LineOption, lines), id=id)
        self._make_room()

    def _make_room(self) -> None:
        """Make room before the text for letters, if any line has one."""
        self.set_class(any(line.key for line in self.lines), "-letters")

    @property
    def value(self) -> object:
        """The value of the marked line."""
        return None if self.highlighted is None else self.lines[self.highlighted].value

    def show(self, lines: Sequence[Line]) -> None:
        """Show other lines; the mark keeps its index, and no message is sent."""
        at = self.highlighted or 0
        self.lines = tuple(lines)
        self._make_room()
        with self.prevent(OptionList.OptionHighlighted):
            self.set_options(map(_LineOption, lines))
            self.highlighted = at
            if self.value is None:
                self.action_cursor_down()

    def on_key(self, event: events.Key) -> None:
        """Choose a line by its letter."""
        for index, line in enumerate(self.lines):
            if line.key and line.key == event.character:
                event.stop()
                self.highlighted = index
                self.action_select()
                return

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the mark with the mouse."""
        index = event.style.meta.get("option")
        if index is not None and self.lines[index].value is not None:
            self.highlighted = index

    def render_line(self, y: int) -> Strip:
        """Draw the mark and the letter into the space before a line's first row."""
        strip = super().render_line(y)
        index = _line_index(strip)
        top = y + self.scroll_offset.y == 0
        if index is None or (not top and _line_index(super().render_line(y - 1)) == index):
            return strip
        style = next(iter(strip)).style
        marked = index == self.highlighted and self.value is not None
        lead = [Segment("› " if marked else "  ", style)]
        if self.has_class("-letters"):
            letter = self.get_component_rich_style("menu--key", partial=True)
            lead.append(Segment(f"{self.lines[index].key or ' '}  ", style and style + letter))
        return Strip([*lead, *strip.crop(sum(part.cell_length for part in lead))])


def _line_index(strip: Strip) -> int | None:
    """Return which line a row belongs to: Textual's list writes that into its style."""
    return next((part.style.meta.get("option") for part in strip if part.style), None)
