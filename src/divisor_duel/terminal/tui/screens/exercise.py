"""The screen of lessons and puzzles: a question, a board, and a response."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.app import ComposeResult
from textual.widgets import Static

from divisor_duel.terminal.tui.screens.base import READ_ON, Room
from divisor_duel.terminal.tui.widgets.position_view import Stage
from divisor_duel.terminal.tui.widgets.text import KeyLine, Keys, Passage


class Exercise(Room):
    """Base class; lessons and puzzles decide what to ask and what is right."""

    DEFAULT_CSS = """
    Exercise #question { height: auto; padding: 1 2; text-style: bold; }
    Exercise Stage { min-height: 5; }
    Exercise #answer { min-height: 2; max-height: 35%; padding: 0 1 0 2; }
    Exercise #foresight { height: 2; padding: 0 2; color: $faint; }
    """

    MORE: ClassVar[Keys] = (READ_ON,)

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        yield Static(id="question", markup=False)
        yield Stage()
        yield Passage(id="answer")
        yield Static(id="foresight", markup=False)
        yield KeyLine(self.KEYS)

    def on_mount(self) -> None:
        self.stage.board.focus()
        self.call_after_refresh(self.begin)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    @property
    def stage(self) -> Stage:
        """The board with its frame."""
        return self.query_one(Stage)

    @abstractmethod
    def begin(self) -> None:
        """Ask the first question."""

    @abstractmethod
    def show(self) -> None:
        """Show the question and its position."""

    @abstractmethod
    def onward(self) -> str:
        """Return what Enter does once the question is answered; empty before."""

    def tell(self, place: str, text: str) -> None:
        """Write into the title or the question."""
        self.query_one(f"#{place}", Static).update(text)

    def answer(self, text: str, right: bool = True) -> None:
        """Show the response to an answer."""
        response = self.query_one("#answer", Passage)
        response.set_class(not right, "-wrong")
        response.update(text)

    def foresee(self) -> None:
        """Show what the move under the cursor would do, or how to continue."""
        text = self.onward() or self.stage.foresee()
        self.query_one("#foresight", Static).update(text, layout=False)

    def on_stage_pointed(self, message: Stage.Pointed) -> None:
        """Update the preview after the cursor has moved."""
        self.foresee()

    def action_choose(self) -> None:
        """Play the move under the cursor, or continue."""
        self.stage.board.action_choose()
