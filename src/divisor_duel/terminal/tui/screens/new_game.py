"""A new game: which one, then its options and players on one screen."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame
from divisor_duel.games.registry import every_game, recommended
from divisor_duel.terminal.new_match import computer_levels
from divisor_duel.terminal.tui.game_setup import GameSetup
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, DuelScreen
from divisor_duel.terminal.tui.screens.game_list import GameList
from divisor_duel.terminal.tui.widgets.menu import Line, Menu, value_of
from divisor_duel.terminal.tui.widgets.position_view import digit_bindings
from divisor_duel.terminal.tui.widgets.text import KeyLine
from divisor_duel.terminal.words import as_sentence

START = "start"
CHANGE = Binding.Group("change", compact=True)


class ChooseGame(GameList):
    """The list of games to play."""

    QUESTION = "Play: which game?"

    def games(self) -> list[type[AnyGame]]:
        """Return every game, and the sum of two games."""
        return list(every_game().values())

    def following(self, game: type[AnyGame]) -> DuelScreen:
        """Return the set-up screen with the recommended options."""
        return NewGameScreen(recommended(game))


class NewGameScreen(DuelScreen):
    """Options and players of a new game; Enter on the first line starts it."""

    DEFAULT_CSS = """
    NewGameScreen Menu { margin: 1 1; height: auto; }
    NewGameScreen #about { padding: 0 3; color: $faint; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "start"),
        Binding("left", "change(-1)", "change", group=CHANGE),
        Binding("right", "change(1)", "change", group=CHANGE),
        Binding("i", "rules", "the rules of this game"),
        *digit_bindings("type a number"),
    ]

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.setup = GameSetup(type(game), computer_levels(), game.options)
        """The set-up chosen so far."""

    @property
    def enter_does(self) -> str:
        return "" if self.query_one(Menu).value == START else "change"

    def compose(self) -> ComposeResult:
        yield Static(self.setup.kind.title, classes="title", markup=False)
        yield Menu(self._lines())
        yield Static(id="about", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Menu).focus()
        self._show()

    def _lines(self) -> list[Line]:
        lines = [Line(START, "Begin")]
        lines += [
            Line(row.name, f"{row.name.capitalize():10} ‹ {row.value} ›")
            for row in self.setup.rows()
        ]
        return lines

    def _show(self) -> None:
        menu = self.query_one(Menu)
        menu.show(self._lines())
        about = {row.name: row.detail for row in self.setup.rows()}
        about[START] = f"{self.setup.kind.summary}\n{about['Set-up']}"
        self.query_one("#about", Static).update(about.get(str(menu.value), ""))
        self.update_keys()

    def on_option_list_option_highlighted(self, message: Menu.OptionHighlighted) -> None:
        """Describe the marked line."""
        self.setup = replace(self.setup, typing="")
        self._show()

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Start the game, end typing a number, or change the marked line."""
        name = value_of(message, str)
        if name == START:
            self.action_begin()
        elif self.setup.typing == name:
            self.setup = replace(self.setup, typing="")
            self._show()
        else:
            self.action_change(1)

    def action_change(self, by: int) -> None:
        """Change the marked line."""
        name = str(self.query_one(Menu).value)
        if name != START:
            self.setup = self.setup.with_next_value(name, by)
            self._show()

    def action_digit(self, digit: str) -> None:
        """Type a digit into the marked number."""
        self.setup = self.setup.with_digit(str(self.query_one(Menu).value), digit)
        self._show()

    def action_rules(self) -> None:
        """Show the rules of this game."""
        self.duel_app.rules(self.setup.kind)

    def action_begin(self) -> None:
        """Start the game, or say why it cannot be set up like that."""
        try:
            match = self.setup.new_match(self.duel_app.player_name)
        except OptionsError as error:
            self.notify(as_sentence(error), severity="warning", markup=False)
            return
        self.duel_app.open_match(match)
