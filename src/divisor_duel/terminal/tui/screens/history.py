"""The finished games: review, replay, copy or delete them."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from divisor_duel.game import Player
from divisor_duel.terminal.finished_games import (
    FinishedMatch,
    Score,
    finished_files,
    pairing,
    player_label,
    read_all,
    scores,
)
from divisor_duel.terminal.tui.score_table import score_table
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, DuelScreen
from divisor_duel.terminal.tui.screens.dialogs import confirm
from divisor_duel.terminal.tui.widgets.menu import Line, Menu, value_of
from divisor_duel.terminal.tui.widgets.text import KeyLine
from divisor_duel.text import plural

MOST_SHOWN = 1000
"""Most finished matches this screen reads: more would make it slow to open."""


class History(DuelScreen):
    """Every finished game, the latest first."""

    DEFAULT_CSS = """
    History Menu { height: 1fr; margin: 1 1 0 1; }
    History #scores { height: auto; max-height: 60%; padding: 0 1 0 3; color: $faint; }
    History.-narrow #scores { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "review"),
        Binding("m", "rematch", "play it again"),
        Binding("s", "save", "save a copy"),
        Binding("d", "delete", "delete"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._scores: list[Score] = []
        self._themes = ""

    def compose(self) -> ComposeResult:
        yield Static("Your games", classes="title")
        yield Menu()
        yield Static(id="scores", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    def on_screen_resume(self) -> None:
        """Reload the list: games may have been played or deleted since."""
        files = finished_files()
        games = list(read_all(files[:MOST_SHOWN]))
        lines = [_line(match, index) for match in games for index in range(len(match.records))]
        if len(files) > MOST_SHOWN:
            count = len(files) - MOST_SHOWN
            lines.append(Line(None, f"Not shown: {count} older. See: duel history --all"))
        self.query_one(Menu).show(lines or [Line(None, "No finished games yet.")])
        self._themes = _themes()
        self._scores = scores(record for match in games for record in match.records)
        self._show_scores()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_scores)

    def _show_scores(self) -> None:
        shown = self.query_one("#scores", Static)
        table = score_table(self._scores, shown.content_region.width)
        shown.update("\n\n".join(filter(None, [table, self._themes])))

    @property
    def _marked(self) -> tuple[FinishedMatch, int] | None:
        marked = self.query_one(Menu).value
        return marked if isinstance(marked, tuple) else None

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Review that game."""
        match, index = value_of(message, tuple)
        self.duel_app.review(match.records[index])

    def action_rematch(self) -> None:
        """Play the marked match again."""
        if self._marked:
            self.duel_app.rematch(self._marked[0].records[0])

    def action_save(self) -> None:
        """Ask for a file name and write a copy of the marked match there."""
        if self._marked:
            self.duel_app.save_record(self._marked[0].records)

    def action_delete(self) -> None:
        """Delete the marked match after asking."""
        marked = self._marked
        if not marked:
            return

        def delete(answer: str | None) -> None:
            if answer == "yes":
                marked[0].path.unlink(missing_ok=True)
                self.on_screen_resume()

        self.app.push_screen(confirm("Delete this game for good?", "Yes, delete it"), delete)


def _line(match: FinishedMatch, index: int) -> Line:
    """Return the menu line of one round: who beat whom, and how it ended."""
    record = match.records[index]
    outcome = record.outcome()
    winner = outcome.winner if outcome else None
    won = (
        f"{player_label(record, winner)} beat {player_label(record, winner.other)}"
        if winner
        else pairing(record)
    )
    of = f", round {record.round[0]} of {record.round[1]}" if record.round[1] > 1 else ""
    gave_up = f"; {record.names[record.resigned - 1]} resigned" if record.resigned else ""
    hints = "; with hints" if winner in record.helped else ""
    detail = f"{plural(len(record.moves), 'move')}{of}{gave_up}{hints}"
    text = f"{record.date:10}  {record.game.id.title():10} {won}"
    style = "" if winner is None else "$one" if winner == Player.ONE else "$two"
    return Line((match, index), text, detail, style=style)


def _themes() -> str:
    """Return how many puzzles of each theme were solved."""
    from divisor_duel.learn.progress import read_progress
    from divisor_duel.learn.progress_codes import themes_text

    return themes_text(read_progress())
