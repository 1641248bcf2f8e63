"""What all screens share: base classes, scrolling text and the line of keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widgets import Static

from divisor_duel.terminal.tui.navigation import Navigation

Result = TypeVar("Result")

READ_ON = ("ctrl+↑ ↓", "read on where a text is long", "")
"""The scroll keys, as the help lists them."""

Keys = tuple[tuple[str, str, str], ...]
"""Keys as shown to the player: the key, what it does, and its action."""


class Room(Screen[None]):
    """Base class of the full screens; Escape goes back, ? lists the keys."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual's own name for it
        (0, "-narrow"),
        (70, "-normal"),
        (110, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high")]  # noqa: RUF012 - Textual's own name
    KEYS: ClassVar[Keys] = ()
    """The keys in the bottom line, the most important first."""
    MORE: ClassVar[Keys] = ()
    """The keys that only the help lists."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("ctrl+up", "read(-1)", show=False),
        Binding("ctrl+down", "read(1)", show=False),
    ]

    @property
    def place(self) -> Navigation:
        """The app, with its own type."""
        assert isinstance(self.app, Navigation)
        return self.app

    def leave(self) -> None:
        """Release what this screen holds, before it closes."""

    def action_back(self) -> None:
        """Leave this screen."""
        self.place.back()

    def action_read(self, by: int) -> None:
        """Scroll the texts that do not fit."""
        for passage in self.query(Passage):
            passage.scroll_relative(y=by, animate=False)


class Passage(VerticalScroll, can_focus=False):
    """Text that scrolls when it does not fit, and never takes the focus."""

    DEFAULT_CSS = """
    Passage { height: auto; padding: 0 1; scrollbar-size-vertical: 1; }
    """

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def update(self, text: str) -> None:
        """Show another text, scrolled to its beginning."""
        shown = self.query_one(Static)
        if str(shown.content) != text:
            shown.update(text)
            self.scroll_home(animate=False)


class Sheet(ModalScreen[Result]):
    """A dialog above another screen; Escape closes it without an answer."""

    DEFAULT_CSS = "Sheet { background: $background 60%; align: center middle; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def action_close(self) -> None:
        """Close the dialog without an answer."""
        self.dismiss(None)


class KeyLine(Static):
    """The keys of a screen in one line, as many as fit; each can also be clicked."""

    def __init__(self, keys: Keys) -> None:
        super().__init__(classes="keys")
        self._keys = keys

    def on_resize(self) -> None:
        self.update(key_text(fitting(self._keys, self.size.width)), layout=False)


def fitting(keys: Keys, width: int) -> Keys:
    """Return the keys that fit side by side; the first ones take precedence."""
    chosen: list[tuple[str, str, str]] = []
    for key in keys:
        needed = len(key[0]) + len(key[1]) + 1
        if needed <= width:
            chosen.append(key)
            width -= needed + 2
    return tuple(chosen)


def key_text(keys: Keys) -> Content:
    """Return keys and what they do, each a link to its action."""
    parts: list[Content] = []
    for key, what, action in keys:
        link = Content.assemble((key, "bold"), f" {what}")
        if action:
            link = link.stylize(Style.from_meta({"@click": action}))
        parts += [link, Content("  ")]
    return Content("").join(parts)


def players_text(entries: Iterable[tuple[str, str]]) -> Content:
    """Join texts, each in the style given with it."""
    return Content.assemble(*((text, style) if style else text for text, style in entries))
