"""Small dialogs: a question with a few answers, and one answered by typing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, Dialog
from divisor_duel.terminal.tui.widgets.menu import Line, Menu, value_of


class MenuDialog(Dialog[str]):
    """A dialog with a menu, which returns the value of the chosen line."""

    BINDINGS: ClassVar[list[BindingType]] = [(f"{CHOOSE_KEYS},ctrl+j", "choose")]

    def action_choose(self) -> None:
        """Choose the marked line."""
        self.query_one(Menu).action_select()

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Return the choice."""
        self.dismiss(value_of(message, str))


class ChoiceDialog(MenuDialog):
    """A question with a few answers."""

    def __init__(self, question: str, answers: Sequence[Line]) -> None:
        super().__init__()
        self._question = question
        self._answers = answers

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield Menu(self._answers)


def confirm(question: str, yes: str, no: str = "No, go back") -> ChoiceDialog:
    """Return a yes-or-no dialog whose first answer, no, changes nothing."""
    return ChoiceDialog(question, [Line("no", no, key="n"), Line("yes", yes, key="y")])


class TextDialog(Dialog[str]):
    """A question answered by typing."""

    def __init__(self, question: str, answer: str) -> None:
        super().__init__()
        self._question = question
        self._answer = answer

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield Input(self._answer, select_on_focus=False, compact=True)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Return the answer."""
        self.dismiss(message.value.strip() or None)
