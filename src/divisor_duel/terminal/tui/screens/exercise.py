"""The screen of lessons and puzzles: a question, a board, and a response."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from divisor_duel.terminal.tui.screens.base import SCROLL_KEYS, DuelScreen
from divisor_duel.terminal.tui.widgets.position_view import PositionView
from divisor_duel.terminal.tui.widgets.text import KeyLine, ScrollingText

WIDEST = 84
"""Most columns of a drawing."""


class Exercise(DuelScreen):
    """Base class; lessons and puzzles decide what to ask and what is right."""

    DEFAULT_CSS = """
    Exercise #question { height: auto; padding: 1 2; text-style: bold; }
    Exercise PositionView { min-height: 5; }
    Exercise #answer { min-height: 2; max-height: 35%; padding: 0 1 0 2; }
    Exercise #preview { height: 2; padding: 0 2; color: $faint; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [*SCROLL_KEYS]

    _answer = ""
    """The response shown, which the preview does not repeat."""

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        yield Static(id="question", markup=False)
        yield PositionView()
        yield ScrollingText(id="answer")
        yield Static(id="preview", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.position_view.board.focus()
        self.call_after_refresh(self.begin)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    @property
    def position_view(self) -> PositionView:
        """The board with its frame."""
        return self.query_one(PositionView)

    @property
    def drawing_width(self) -> int:
        """How many columns a drawing may take."""
        return min(max(self.size.width - 6, 1), WIDEST)

    @abstractmethod
    def begin(self) -> None:
        """Ask the first question."""

    @abstractmethod
    def show(self) -> None:
        """Show the question and its position."""

    @abstractmethod
    def enter_hint(self) -> str:
        """Return what Enter does once the question is answered; empty before."""

    def set_text(self, name: str, text: str) -> None:
        """Write into the title or the question."""
        self.query_one(f"#{name}", Static).update(text)

    def answer(self, text: str, right: bool = True) -> None:
        """Show the response to an answer."""
        response = self.query_one("#answer", ScrollingText)
        response.set_class(not right, "-wrong")
        response.update(text)
        self._answer = text
        self.show_preview()

    def show_preview(self) -> None:
        """Show what the move under the cursor would do, or how to continue."""
        self.update_keys()
        text = self.enter_hint() or self.position_view.show_preview()
        shown = "" if text == self._answer else text
        self.query_one("#preview", Static).update(shown, layout=False)

    def on_position_view_pointed(self, message: PositionView.Pointed) -> None:
        """Update the preview after the cursor has moved."""
        self.show_preview()

    def action_choose(self) -> None:
        """Play the move under the cursor, or continue."""
        self.position_view.board.action_choose()
