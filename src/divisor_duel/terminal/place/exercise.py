"""A question, a board to answer it on, and what is said to the answer: lessons and puzzles."""

from __future__ import annotations

from abc import abstractmethod

from textual.app import ComposeResult
from textual.widgets import Static

from divisor_duel.terminal.place.screens import KeyLine, Room
from divisor_duel.terminal.place.stage import Stage


class Exercise(Room):
    """The screen of both; what is asked, and what is right, is theirs."""

    DEFAULT_CSS = """
    Exercise #question { height: auto; padding: 1 2; text-style: bold; }
    Exercise #answer { height: auto; min-height: 2; padding: 0 2; }
    Exercise #foresight { height: 2; padding: 0 2; color: $faint; }
    """

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        yield Static(id="question", markup=False)
        yield Stage()
        yield Static(id="answer", markup=False)
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
        """What Enter does when the question is answered; nothing before."""

    def tell(self, place: str, text: str) -> None:
        """Write into one of the lines: title, question or answer."""
        self.query_one(f"#{place}", Static).update(text)

    def foresee(self) -> None:
        """Say what the move under the cursor would do, or how to go on."""
        told = self.onward() or self.stage.foresee()
        self.query_one("#foresight", Static).update(told, layout=False)

    def on_stage_pointed(self, message: Stage.Pointed) -> None:
        """The cursor has moved."""
        self.foresee()

    def action_choose(self) -> None:
        """Play what the cursor is on, or go on."""
        self.stage.board.action_choose()
