"""Base classes of all screens: full screens and dialogs."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, TypeVar

from textual.binding import ActiveBinding, Binding, BindingType
from textual.screen import ModalScreen, Screen

from divisor_duel.terminal.tui.navigation import Navigation
from divisor_duel.terminal.tui.widgets.menu import Menu
from divisor_duel.terminal.tui.widgets.text import ScrollingText

Result = TypeVar("Result")

CHOOSE_KEYS = "enter,space"
"""The keys that choose a line or play a move."""
SCROLL_KEYS = [
    Binding("ctrl+up", "read(-1)", "scroll long text", show=False),
    Binding("ctrl+down", "read(1)", "scroll long text", show=False),
]
"""The keys of screens whose text can be longer than the screen."""


class DuelScreen(Screen[None], inherit_bindings=False):
    """Base class of the full screens; Enter chooses, Escape goes back, ? lists the keys.

    The line of keys and the help are made from the bindings. A screen that says better what
    a key does there binds it again: the key keeps its place in the line.
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual's own name for it
        (0, "-narrow"),
        (70, "-normal"),
        (110, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high")]  # noqa: RUF012 - Textual's own name
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "choose"),
        Binding("escape", "back", "back"),
        Binding("question_mark", "app.explain", "help"),
        Binding("ctrl+j", "choose", system=True),  # Enter, in some terminals
        Binding("super+c", "copy_text", system=True),
    ]

    _enter_shown = ""
    """What the line of keys says about Enter, if not what its binding says."""

    @property
    def enter_does(self) -> str:
        """What Enter does now, if not what its binding says."""
        return ""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        bindings = super().active_bindings
        if self.enter_does:
            for key in CHOOSE_KEYS.split(","):
                active = bindings.get(key)
                if active and active.node is self:
                    described = replace(active.binding, description=self.enter_does)
                    bindings[key] = active._replace(binding=described)
        return bindings

    def update_keys(self) -> None:
        """Update the line of keys if Enter does something else than before."""
        if self.enter_does != self._enter_shown:
            self._enter_shown = self.enter_does
            self.refresh_bindings()

    @property
    def duel_app(self) -> Navigation:
        """The app, with its own type."""
        assert isinstance(self.app, Navigation)
        return self.app

    def leave(self) -> None:
        """Release what this screen holds, before it closes."""

    def action_choose(self) -> None:
        """Choose the marked line."""
        self.query_one(Menu).action_select()

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
