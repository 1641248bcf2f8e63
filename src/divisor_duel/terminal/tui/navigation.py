"""What screens ask of the app: to open other screens, and for the time.

The app imports every screen. Screens know only this interface, so no screen imports the app.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import date, datetime

from textual.app import App
from textual.screen import Screen

from divisor_duel.game import AnyGame
from divisor_duel.play.match import Match
from divisor_duel.play.record import Record
from divisor_duel.terminal.new_puzzle import PuzzleChoice
from divisor_duel.terminal.saved_games import SavedMatch


class Navigation(App[None]):
    """The app, as its screens know it."""

    now: Callable[[], datetime]
    """Returns the current time."""
    today: Callable[[], date]
    """Returns the date for the puzzle of the day; UTC, so that everyone gets the same."""

    @abstractmethod
    def back(self) -> None:
        """Go back to the previous screen, except from home."""

    @abstractmethod
    def go_home(self) -> None:
        """Close every screen but home."""

    @abstractmethod
    def enter(self, screen: Screen[None]) -> None:
        """Open a screen with only home behind it."""

    @abstractmethod
    def new_game(self, game: AnyGame | None = None) -> None:
        """Choose a game and who plays."""

    @abstractmethod
    def open_match(self, match: Match, saved: SavedMatch | None = None) -> None:
        """Play a new match or a saved one."""

    @property
    @abstractmethod
    def player_name(self) -> str:
        """The name of the person who plays here, empty if none was given."""

    @abstractmethod
    def save_name(self, name: str) -> None:
        """Save the name of the person who plays here."""

    @abstractmethod
    def change_name(self) -> None:
        """Ask for the player's name."""

    @abstractmethod
    def first_game(self) -> None:
        """Play a short game that explains the marks and keys."""

    @abstractmethod
    def rematch(self, record: Record, swap: bool = False) -> None:
        """Play the same match again from the start, with a new random seed."""

    @abstractmethod
    def play_from(self, record: Record, ply: int) -> None:
        """Start a new game from a position of an earlier one."""

    @abstractmethod
    def review(self, record: Record, then: Callable[[], None] | None = None) -> None:
        """Show where a game was won and lost."""

    @abstractmethod
    def history(self) -> None:
        """Show the finished games."""

    @abstractmethod
    def learn(self, kind: type[AnyGame] | None = None) -> None:
        """Show the list of lessons, or the lesson of one game."""

    @abstractmethod
    def puzzles(self, choice: PuzzleChoice | None = None) -> None:
        """Show puzzles, starting with the chosen one."""

    @abstractmethod
    def browser(self) -> None:
        """Play in the browser: start the server, and say where it is."""

    @abstractmethod
    def rules(self, kind: type[AnyGame] | None = None) -> None:
        """Show the rules of one game, or let the player choose which."""

    @abstractmethod
    def save_record(
        self, records: Sequence[Record], then: Callable[[], None] | None = None
    ) -> None:
        """Ask for a file name and write the record of a match there."""

    @abstractmethod
    def action_leave(self, code: int = 0) -> None:
        """Quit; a game in progress is already saved."""

    @abstractmethod
    def action_explain(self) -> None:
        """Show the keys of the current screen."""

    @abstractmethod
    def action_switch_theme(self) -> None:
        """Switch between paper and ink, and save the choice."""
