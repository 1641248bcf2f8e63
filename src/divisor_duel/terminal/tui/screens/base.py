"""Base classes of all screens: full screens and dialogs."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from divisor_duel.terminal.tui.navigation import Navigation
from divisor_duel.terminal.tui.widgets.text import Keys, ScrollingText

Result = TypeVar("Result")

SCROLL_KEYS = ("ctrl+↑ ↓", "read on where a text is long", "")
"""The scroll keys, as the help lists them."""


class DuelScreen(Screen[None]):
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
    def duel_app(self) -> Navigation:
        """The app, with its own type."""
        assert isinstance(self.app, Navigation)
        return self.app

    def leave(self) -> None:
        """Release what this screen holds, before it closes."""

    def action_back(self) -> None:
        """Leave this screen."""
        self.duel_app.back()

    def action_read(self, by: int) -> None:
        """Scroll the texts that do not fit."""
        for passage in self.query(ScrollingText):
            passage.scroll_relative(y=by, animate=False)


class Dialog(ModalScreen[Result]):
    """A dialog above another screen; Escape closes it without an answer."""

    DEFAULT_CSS = "Dialog { background: $background 60%; align: center middle; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def action_close(self) -> None:
        """Close the dialog without an answer."""
        self.dismiss(None)
