"""The list of games that playing and learning start with."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.widgets import Static

from divisor_duel.game import AnyGame
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.tui.screens.base import DuelScreen
from divisor_duel.terminal.tui.widgets.menu import Line, Menu, value_of
from divisor_duel.terminal.tui.widgets.text import KeyLine


class GameList(DuelScreen):
    """All games in a list; the subclass decides what follows the choice."""

    DEFAULT_CSS = "GameList Menu { margin: 1 1; }"
    QUESTION: ClassVar[str]
    """The heading above the list."""

    def games(self) -> list[type[AnyGame]]:
        """Return the games in the list."""
        return list(GAMES.values())

    def lines(self) -> list[Line]:
        """Return the lines of the menu."""
        return [Line(game, f"{game.id.title():9}", game.summary) for game in self.games()]

    def compose(self) -> ComposeResult:
        yield Static(self.QUESTION, classes="title")
        yield Menu(self.lines())
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Open the screen that follows for that game."""
        self.app.push_screen(self.following(value_of(message, type)))

    def following(self, game: type[AnyGame]) -> DuelScreen:
        """Return the screen that follows the choice."""
        raise NotImplementedError
