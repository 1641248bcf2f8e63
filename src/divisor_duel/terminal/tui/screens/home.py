"""Home: the main menu, with saved games and recent results."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from divisor_duel.errors import SavedGameError
from divisor_duel.play.match import Match
from divisor_duel.terminal.finished_games import (
    FinishedMatch,
    finished_files,
    pairing,
    player_label,
    read_all,
    scores,
)
from divisor_duel.terminal.new_puzzle import PuzzleChoice
from divisor_duel.terminal.saved_games import open_save, unfinished_files
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.score_table import score_table
from divisor_duel.terminal.tui.screens.base import DuelScreen
from divisor_duel.terminal.tui.widgets.menu import Line, Menu, value_of
from divisor_duel.terminal.tui.widgets.text import KeyLine
from divisor_duel.text import plural

if TYPE_CHECKING:
    from divisor_duel.learn.daily import Result

AFTER_HOME = 0.1
"""Delay before loading puzzles and finished games, in seconds: home shows first."""
MOST_COUNTED = 200
"""Most finished games that the column beside the menu counts."""
ASIDE = 52
"""Width of the text beside the menu, in columns: every level fits side by side."""
MOST_SAVED = 4
"""Most saved games that home lists."""


def day_text(result: Result | None, days: int) -> str:
    """Return how the puzzle of the day went, and how many days in a row were solved."""
    streak = f"{plural(days, 'day')} in a row" if days else ""
    if result and result.over:
        return f"solved; {streak}" if result.solved else "not solved; the next one comes tomorrow"
    if result and result.tries:
        return f"started; {plural(3 - len(result.tries), 'try', 'tries')} left"
    return f"{streak}: keep it up" if streak else "the same for everyone; three tries"


def slow_parts(today: date) -> tuple[str, str]:
    """Return the texts about the puzzle of the day and about recent games."""
    from divisor_duel.learn.daily import number_of, streak
    from divisor_duel.learn.progress import read_progress

    results, number = read_progress().results, number_of(today)
    day = day_text(results.get(number), streak(results.values(), number))
    return day, recent_games_text(list(read_all(finished_files()[:MOST_COUNTED])))


class Home(DuelScreen):
    """The first screen."""

    DEFAULT_CSS = """
    Home #name { text-style: bold; padding: 1 2 0 2; }
    Home #motto { color: $faint; padding: 0 2 1 2; }
    Home #left { width: 1fr; height: 1fr; padding: 0 1; }
    Home #left Menu { height: 1fr; }
    Home #recent { height: 100%; padding: 0 2; border-left: solid $rule; color: $faint; }
    Home.-narrow #recent, Home.-normal #recent { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", system=True)]

    def __init__(self) -> None:
        super().__init__()
        self._day = ""

    def compose(self) -> ComposeResult:
        yield Static("Divisor Duel", id="name")
        yield Static("five quick number games for two players", id="motto")
        with Horizontal():
            with Vertical(id="left"):
                yield Menu(id="menu")
            beside = Static(id="recent", markup=False)
            beside.styles.width = ASIDE
            yield beside
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    def on_screen_resume(self) -> None:
        """Reload the menu: the saved games may have changed."""
        self.query_one(Menu).show(menu_lines(self.duel_app.now(), self._day))
        self.set_timer(AFTER_HOME, self._load_slow_parts)

    @work(exclusive=True)
    async def _load_slow_parts(self) -> None:
        """Load in the background what home can show a moment later, and show it."""
        today = self.duel_app.today()
        self._day, recent = await in_daemon_thread(lambda: slow_parts(today))
        self.query_one(Menu).show(menu_lines(self.duel_app.now(), self._day))
        self.query_one("#recent", Static).update(recent)

    def action_back(self) -> None:
        """Say how to quit instead: home is the first screen."""
        self.notify("Press q to quit.", timeout=2)

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Resume the saved game, or open the screen that the line names."""
        value = value_of(message, object)
        if isinstance(value, Path):
            self._resume(value)
            return
        actions: dict[str, Callable[[], object]] = {
            "play": self.duel_app.new_game,
            "daily": lambda: self.duel_app.puzzles(PuzzleChoice(daily=True)),
            "puzzles": self.duel_app.puzzles,
            "learn": self.duel_app.learn,
            "history": self.duel_app.history,
            "rules": self.duel_app.rules,
            "serve": self.duel_app.browser,
            "quit": self.duel_app.action_leave,
        }
        actions[str(value)]()

    def _resume(self, path: Path) -> None:
        try:
            opened = open_save(path)
        except SavedGameError as error:
            self.notify(f"{error}.", severity="warning", markup=False)
            return
        if not opened:
            self.notify("That game is open in another window.", severity="warning")
            return
        saved, records = opened
        match = Match(records)
        if match.round.outcome and not match.over:
            match.next_round()
        self.duel_app.open_match(match, saved)


def menu_lines(now: datetime, day: str = "") -> list[Line]:
    """Return the lines of the menu; `day` describes the puzzle of the day."""
    saved = [line for path in unfinished_files()[: 3 * MOST_SAVED] if (line := _saved(path, now))]
    if saved:
        first = saved[0]._replace(key="c")
        saved = [Line(None, "Continue"), first, *saved[1:MOST_SAVED], Line(None, "")]
    return [
        *saved,
        Line("play", "Play", "choose a game and who plays", "p"),
        Line("daily", "Puzzle of the day", day, "d"),
        Line("puzzles", "More puzzles", "find the only winning move", "m"),
        Line("learn", "Learn", "a few minutes for each game", "l"),
        Line("history", "Games", "your finished games and your scores", "g"),
        Line("rules", "Rules", "how to play each game", "r"),
        Line("serve", "Browser", "play in the browser", "b"),
        Line("quit", "Quit", "", "q"),
    ]


def _saved(path: Path, now: datetime) -> Line | None:
    """Return the line of a saved game; None if it is over, damaged or in use."""
    try:
        opened = open_save(path)
    except SavedGameError:
        return None
    if not opened:
        return None
    saved, records = opened
    match = Match(records)
    if match.over:  # the app stopped after the last move, before it filed the match
        saved.finish()
        return None
    when = ago(now, datetime.fromtimestamp(path.stat().st_mtime))
    saved.close()
    game, turn = match.game, match.names[match.round.position.to_move]
    text = f"{game.id.title()}: {pairing(match.record())}"
    return Line(path, text, f"{turn} to move, {when}")


def ago(now: datetime, then: datetime) -> str:
    """Return roughly how long ago `then` was."""
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    for size, word in ((60 * 24, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size:
            return f"{plural(minutes // size, word)} ago"
    return "just now"


def recent_games_text(games: list[FinishedMatch]) -> str:
    """Return the last games and the scores against each level, as text."""
    rows = ["Your last games", ""]
    for match in games[:6]:
        record = match.records[-1]
        outcome = record.outcome()
        winner = player_label(record, outcome.winner) if outcome else "no one"
        rows.append(
            f"{record.game.id.title()}: {winner} won in {plural(len(record.moves), 'move')}"
        )
    if not games:
        rows.append("No finished games yet.")
    against = scores(record for match in games for record in match.records)
    return "\n".join([*rows, "", score_table(against, ASIDE - 5)])
