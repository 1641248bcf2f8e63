"""The Textual app: moving between screens, and the keys that work on all of them."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from divisor_duel.errors import DuelError, SavedGameError
from divisor_duel.game import AnyGame, Position
from divisor_duel.play.match import Match
from divisor_duel.play.record import Record
from divisor_duel.terminal.command_name import command_name
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.new_puzzle import PuzzleChoice
from divisor_duel.terminal.saved_games import SavedMatch, new_save
from divisor_duel.terminal.tui import themes
from divisor_duel.terminal.tui.background_match import ChooseMove
from divisor_duel.terminal.tui.local_server import LocalServer
from divisor_duel.terminal.tui.navigation import Navigation
from divisor_duel.terminal.tui.saved_settings import (
    is_first_start,
    read_settings,
    save_settings,
    tidy_name,
)
from divisor_duel.terminal.tui.screens.base import DuelScreen
from divisor_duel.terminal.tui.terminal_background import is_light

if TYPE_CHECKING:
    from divisor_duel.engine.levels import Choice

MIN_COMPUTER_SECONDS = 0.4
"""Minimum time for a computer's move, in seconds, so that players can follow it."""

TERMINAL_CHECK_INTERVAL = 1.0
"""How often to check that the terminal is still there, in seconds."""

KEY_NAMES = {"enter": "Enter", "escape": "Esc", "tab": "Tab", "backspace": "Backspace"}
"""Names of keys for which Textual has others."""

GC_DELAY = 0.5
"""Time after the start by which the first screen is sure to be shown, in seconds."""


def consider(level: str, game: AnyGame, positions: Sequence[Position], rng: Random) -> Choice:
    """Return a computer's move after `positions`; the first call loads the engine."""
    from divisor_duel.engine.levels import Effort
    from divisor_duel.engine.proof_player import next_choice

    return next_choice(level, game, positions, rng, Effort(engine=command_engine()))


class DuelApp(Navigation):
    """Home, boards, reviews, lessons and puzzles in one terminal."""

    CSS = themes.CSS
    TITLE = "Divisor Duel"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "quit", tooltip="your games are saved"),
        Binding("ctrl+p", "command_palette", "commands", tooltip="all by name", priority=True),
        Binding("ctrl+t", "switch_theme", "light or dark"),
        Binding("ctrl+q", "leave", priority=True, system=True),
        Binding("ctrl+c", "leave(130)", priority=True, system=True),
    ]

    def __init__(
        self,
        opening: tuple[Match, SavedMatch | None] | None = None,
        *,
        choosing: bool = False,
        puzzles: PuzzleChoice | None = None,
        welcome: bool = False,
        light: bool | None = None,
        pause: float = MIN_COMPUTER_SECONDS,
        now: Callable[[], datetime] = datetime.now,
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
        choose: ChooseMove = consider,
    ) -> None:
        super().__init__()
        self._opening = opening
        self._choosing = choosing
        self._puzzles = puzzles
        self._welcome = welcome
        self._pause = pause
        self._choose = choose
        self._failed = False
        self.now = now
        self.today = today
        self.register_theme(themes.PAPER)
        self.register_theme(themes.INK)
        self.server = LocalServer()
        """The server for browsers, if the player starts it."""
        self._settings = read_settings()
        self.theme = self._settings.theme or (themes.PAPER if light else themes.INK).name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.INK.variables)

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key as our texts write it, such as Enter or ctrl+p."""
        name = super().get_key_display(binding)
        return KEY_NAMES.get(binding.key, name.replace("^", "ctrl+"))

    def get_line_filters(self) -> Sequence[LineFilter]:
        no_colour, ascii_only = themes.no_colour(), themes.ascii_only()
        filters = [] if no_colour else list(super().get_line_filters())
        if no_colour or ascii_only:
            filters.append(themes.PlainTerminalFilter(not no_colour, not ascii_only))
        return filters

    def on_mount(self) -> None:
        from divisor_duel.terminal.tui.screens.first_game import Welcome
        from divisor_duel.terminal.tui.screens.home import Home

        self.push_screen(Home())
        if self._opening:
            self.open_match(*self._opening)
        elif self._choosing:
            self.new_game()
        elif self._puzzles:
            self.puzzles(self._puzzles)
        elif self._welcome:
            self.push_screen(Welcome())
        self.set_timer(GC_DELAY, _enable_gc)
        self.set_timer(GC_DELAY, _load_fast_searches)
        if not self.is_headless and sys.platform != "win32":
            self.set_interval(TERMINAL_CHECK_INTERVAL, _end_without_terminal)

    def _handle_exception(self, error: Exception) -> None:
        """Exit with a sentence on a bug of ours; tests get the exception itself."""
        if self.is_headless:
            super()._handle_exception(error)
            return
        if self._failed:
            return  # what follows from the first error
        self._failed = True
        problem = f"duel: this is a bug in duel ({type(error).__name__}: {error})."
        message = f"{problem} Your games are saved. To continue: {command_name()} resume"
        self.exit(return_code=1, message=message)

    # --- what works everywhere -----------------------------------------------------------

    def action_leave(self, code: int = 0) -> None:
        """Quit; a game in progress is already saved."""
        from divisor_duel.terminal.tui.screens.play import PlayScreen

        saved = any(
            screen.is_saved for screen in self.screen_stack if isinstance(screen, PlayScreen)
        )
        message = f"The game is saved. To continue: {command_name()} resume" if saved else None
        self.exit(return_code=code, message=message)

    def action_explain(self) -> None:
        """Show the keys of the current screen."""
        from divisor_duel.terminal.tui.screens.help import Help

        screen = self.screen
        if isinstance(screen, DuelScreen):
            self.push_screen(Help([active.binding for active in screen.active_bindings.values()]))

    def action_switch_theme(self) -> None:
        """Switch between paper and ink, and save the choice."""
        self.theme = themes.INK.name if self.theme == themes.PAPER.name else themes.PAPER.name
        self._save(theme=self.theme)

    @property
    def player_name(self) -> str:
        """The name of the person who plays here, empty if none was given."""
        return self._settings.name

    def save_name(self, name: str) -> None:
        """Save the name of the person who plays here."""
        self._save(name=tidy_name(name))

    def _save(self, **changed: str) -> None:
        self._settings = self._settings._replace(**changed)
        save_settings(self._settings)

    def change_name(self) -> None:
        """Ask for the player's name."""
        from divisor_duel.terminal.tui.screens.dialogs import TextDialog

        def save(name: str | None) -> None:
            if name is not None:
                self.save_name(name)

        self.push_screen(TextDialog("What is your name?", self.player_name), save)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        from divisor_duel.terminal.tui.command_palette import commands

        return (SystemCommand(*command) for command in commands(self))

    # --- navigation ----------------------------------------------------------------------

    def back(self) -> None:
        """Go back to the previous screen, except from home."""
        if len(self.screen_stack) > 2:
            self._release()
            self.screen.dismiss(None)

    def go_home(self) -> None:
        """Close every screen but home."""
        while len(self.screen_stack) > 2:
            self._release()
            self.pop_screen()

    def _release(self) -> None:
        """Release what the screen holds, such as a saved game, before the next one opens."""
        if isinstance(self.screen, DuelScreen):
            self.screen.leave()

    def enter(self, screen: Screen[None]) -> None:
        """Open a screen with only home behind it."""
        self.go_home()
        self.push_screen(screen)

    def new_game(self, game: AnyGame | None = None) -> None:
        """Choose a game and who plays."""
        from divisor_duel.terminal.tui.screens.new_game import ChooseGame, NewGameScreen

        self.enter(NewGameScreen(game) if game else ChooseGame())

    def open_match(self, match: Match, saved: SavedMatch | None = None) -> None:
        """Play a new match or a saved one."""
        from divisor_duel.terminal.tui.screens.play import PlayScreen

        saved = saved or self._new_save(match)
        self.enter(PlayScreen(match, saved, self._choose, self._pause))

    def _new_save(self, match: Match) -> SavedMatch | None:
        """Return the file of a new match; None, and a notice, if there can be none."""
        try:
            return new_save(match.game.id)
        except SavedGameError as error:
            self.notify(f"{error}; you can play, but the game is not saved.", markup=False)
        return None

    def first_game(self) -> None:
        """Play a short game that explains the marks and keys."""
        from divisor_duel.terminal.tui.screens.first_game import FirstGame, first_match

        match = first_match(self.player_name)
        self.enter(FirstGame(match, self._new_save(match), self._choose, self._pause))

    def rematch(self, record: Record, swap: bool = False) -> None:
        """Play the same match again from the start, with a new random seed."""
        from divisor_duel.terminal.new_match import new_match

        first = str(int(record.first.other if swap else record.first))
        rounds, start = record.round[1], record.start
        self.open_match(
            new_match(record.game, record.levels, record.names, first, rounds, start=start)
        )

    def play_from(self, record: Record, ply: int) -> None:
        """Start a new game from a position of an earlier one."""
        from divisor_duel.terminal.new_match import new_match

        match = new_match(record.game, record.levels, record.names, str(int(record.first)))
        begun = replace(match.record(), moves=record.moves[:ply], start=record.start)
        self.open_match(Match([begun]))

    def review(self, record: Record, then: Callable[[], None] | None = None) -> None:
        """Show where a game was won and lost."""
        from divisor_duel.terminal.tui.screens.review import ReviewScreen

        self.push_screen(ReviewScreen(record), lambda _: then() if then else None)

    def history(self) -> None:
        """Show the finished games."""
        from divisor_duel.terminal.tui.screens.history import History

        self.enter(History())

    def learn(self, kind: type[AnyGame] | None = None) -> None:
        """Show the list of lessons, or the lesson of one game."""
        from divisor_duel.learn.lesson import lesson_for
        from divisor_duel.terminal.tui.screens.exercises import Learn
        from divisor_duel.terminal.tui.screens.lessons import LessonScreen

        self.enter(LessonScreen(lesson_for(kind)) if kind else Learn())

    def puzzles(self, choice: PuzzleChoice | None = None) -> None:
        """Show puzzles, starting with the chosen one."""
        from divisor_duel.terminal.tui.screens.puzzles import Puzzles

        self.enter(Puzzles(choice))

    def browser(self) -> None:
        """Play in the browser: start the server, and say where it is."""
        from divisor_duel.terminal.tui.screens.browser import BrowserScreen

        self.enter(BrowserScreen(self.server))

    def rules(self, kind: type[AnyGame] | None = None) -> None:
        """Show the rules of one game, or let the player choose which."""
        from divisor_duel.terminal.tui.screens.help import Rules

        self.push_screen(Rules(kind))

    def save_record(
        self, records: Sequence[Record], then: Callable[[], None] | None = None
    ) -> None:
        """Ask for a file name and write the record of a match there."""
        from divisor_duel.terminal.finished_games import export
        from divisor_duel.terminal.tui.screens.dialogs import TextDialog

        def write(name: str | None) -> None:
            if name:
                try:
                    export(name, records)
                    self.notify(f"Saved to {name}.", markup=False)
                except DuelError as error:
                    self.notify(f"{error}.", severity="warning", markup=False)
            if then:
                then()

        name = f"{records[-1].game.id}.duel"
        self.push_screen(TextDialog("Save the record to which file?", name), write)


def _end_without_terminal() -> None:
    """End with SIGHUP if the terminal is gone.

    Under `make play` in a window of its own, make receives that signal and waits for us.
    """
    import termios

    try:
        termios.tcgetattr(0)
    except termios.error as error:
        if error.args[0] == errno.EIO:
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGHUP)


def _load_fast_searches() -> None:
    """Start to load the compiled searches, so that hints and computer players have them."""
    from divisor_duel.engine.compiled import load_in_background
    from divisor_duel.games.registry import GAMES

    load_in_background(GAMES.values())


def _enable_gc() -> None:
    """Turn garbage collection on again, exempting everything loaded so far."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def run_app(
    opening: tuple[Match, SavedMatch | None] | None, choosing: bool, puzzles: PuzzleChoice | None
) -> int:
    """Run the app in this terminal; return the exit code."""
    light = None if read_settings().theme else is_light()
    app = DuelApp(
        opening, choosing=choosing, puzzles=puzzles, welcome=is_first_start(), light=light
    )
    try:
        app.run()
    finally:
        gc.enable()  # the app may have quit before `_enable_gc` ran
        app.server.stop()
    return app.return_code or 0
