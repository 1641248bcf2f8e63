"""The first start: a name, then a short game against the coach that explains the marks."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from divisor_duel.errors import OptionsError
from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES, set_up
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.new_match import new_match
from divisor_duel.terminal.paint import MARKS
from divisor_duel.terminal.tui.background_match import MatchSnapshot
from divisor_duel.terminal.tui.coach import COACH
from divisor_duel.terminal.tui.screens.base import DuelScreen
from divisor_duel.terminal.tui.screens.play import PlayScreen
from divisor_duel.terminal.tui.widgets.menu import Line
from divisor_duel.terminal.tui.widgets.text import KeyLine

WELCOME = """Five quick number games for two players.
Each rule fits on one line, and every win can be proved.

First, a short game with a coach. It takes about a minute."""

CHOICES = [
    Line("home", "Home", "five games, puzzles and lessons", "h"),
    Line("rematch", "Rematch", "play again", "m"),
    Line("review", "Review", "where it was won and lost", "r"),
]


class Welcome(DuelScreen):
    """Asks for a name, then starts the first game."""

    DEFAULT_CSS = """
    Welcome { align: center middle; }
    Welcome #welcome { width: 64; max-width: 100%; height: auto; padding: 1 2;
                       border: round $rule; background: $surface; }
    Welcome #name { text-style: bold; padding-bottom: 1; }
    Welcome #about { padding-bottom: 1; }
    Welcome Input { margin: 0 0 1 0; }
    Welcome #keys { color: $faint; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "start"),
        Binding("escape", "skip", "skip"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(id="welcome"):
            yield Static("Divisor Duel", id="name")
            yield Static(WELCOME, id="about", markup=False)
            yield Static("What is your name?", markup=False)
            yield Input(placeholder="leave it empty to be Player 1", compact=True)
            yield Static("Enter: start    Esc: skip", id="keys", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Save the name and start the game."""
        self.duel_app.save_name(message.value)
        self.duel_app.first_game()

    def action_choose(self) -> None:
        """Save the name and start the game."""
        self.duel_app.save_name(self.query_one(Input).value)
        self.duel_app.first_game()

    def action_skip(self) -> None:
        """Go home; later starts go there at once."""
        self.duel_app.save_name(self.query_one(Input).value)
        self.duel_app.back()


def first_match(name: str) -> Match:
    """Return a match against the coach: the first game of the list, in its smallest set-up."""
    game = set_up(next(iter(GAMES.values())))
    levels = (HUMAN, COACH)
    try:
        return new_match(game, levels, (name or None, "Coach"))
    except OptionsError:  # such a name is taken
        return new_match(game, levels)


class FirstGame(PlayScreen):
    """A game with a line that explains the marks and keys, one at a time."""

    end_choices = CHOICES

    DEFAULT_CSS = """
    FirstGame #guide { padding: 0 1; color: $accent; text-style: bold; height: 2; }
    """

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if widget.id == "preview":
                yield Static(id="guide", markup=False)
            yield widget

    def show(self) -> None:
        """Show the snapshot, and what helps with the next move."""
        super().show()
        self.query_one("#guide", Static).update(guide(self.snapshot))

    def _after(self, choice: str | None) -> None:
        super()._after(choice or "home")


def guide(snapshot: MatchSnapshot) -> str:
    """Return the next thing to know, after each move of the learner."""
    if snapshot.outcome:
        return ""
    you = next(player for player in Player if snapshot.is_you(player))
    made = sum(player == you for player, _ in snapshot.moves_with_players)
    texts = (
        "Move with the arrow keys, and press Enter to take a number. "
        "The line below says what it does.",
        f"{MARKS[you]} marks the numbers you took, and {MARKS[you.other]} the coach's. "
        "x marks what your next move would also remove.",
        "Stuck? h gives a hint, u takes a move back. "
        "The coach warns you before you throw away a win.",
        "? lists all keys and marks. You can quit at any time: every move is saved.",
    )
    return texts[min(made, len(texts) - 1)]
