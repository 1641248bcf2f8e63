"""The end of a game: who won and why, where it turned, and what to do next."""

from __future__ import annotations

import time
from collections.abc import Sequence

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from divisor_duel.game import Outcome, Player
from divisor_duel.learn.review import Mark, Review, review
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.paint import MARKS
from divisor_duel.terminal.tui.background_match import MatchSnapshot
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.screens.dialogs import MenuDialog
from divisor_duel.terminal.tui.widgets.menu import Line, Menu

SECONDS = 1.0
"""Time limit for each position of the game, in seconds."""


class GameOverDialog(MenuDialog):
    """A banner with the winner, one line why, the turning point, and what to do next."""

    DEFAULT_CSS = """
    GameOverDialog { align: center bottom; background: $background 10%; }
    GameOverDialog .dialog { padding: 0; }
    GameOverDialog #banner { text-style: bold; text-align: center; width: 100%;
                             color: $background; }
    GameOverDialog.-high #banner { padding: 1 0; }
    GameOverDialog #banner.-one { background: $one; }
    GameOverDialog #banner.-two { background: $two; }
    GameOverDialog #why { text-style: bold; padding: 0 1; }
    GameOverDialog #turn { color: $faint; padding: 0 1; min-height: 1; max-height: 3; }
    GameOverDialog #score { padding: 0 1; }
    GameOverDialog Menu { padding: 0 1; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]  # noqa: RUF012 - Textual's own name

    def __init__(
        self,
        snapshot: MatchSnapshot,
        outcome: Outcome,
        lines: Sequence[Line] | None = None,
        pause: float = 0.0,
    ) -> None:
        super().__init__()
        self._opens_at = time.monotonic() + pause
        self._snapshot = snapshot
        self._outcome = outcome
        self._choices = lines or choices(snapshot)

    def compose(self) -> ComposeResult:
        snapshot, outcome = self._snapshot, self._outcome
        with Vertical(classes="dialog"):
            winner = "-one" if outcome.winner == Player.ONE else "-two"
            yield Static(banner(snapshot, outcome), id="banner", classes=winner, markup=False)
            yield Static(why(snapshot, outcome), id="why", markup=False)
            yield Static("Looking for the turning point …", id="turn", markup=False)
            if snapshot.record.round[1] > 1:
                yield Static(score(snapshot), id="score", markup=False)
            yield Menu(self._choices)

    def action_choose(self) -> None:
        """Choose the marked line, but not by the second press of a double Enter."""
        if time.monotonic() >= self._opens_at:
            super().action_choose()

    def on_mount(self) -> None:
        self._find_turning_point()

    @work
    async def _find_turning_point(self) -> None:
        """Show the turning point once the engine has judged every move."""
        record, engine = self._snapshot.record, command_engine()
        judged = await in_daemon_thread(lambda: review(record, SECONDS, engine))
        self.query_one("#turn", Static).update(turning_point(self._snapshot, judged))


def banner(snapshot: MatchSnapshot, outcome: Outcome) -> str:
    """Return who won, in a few words."""
    winner = outcome.winner
    if snapshot.is_you(winner):
        return f"{MARKS[winner]} You won!"
    name = snapshot.name(winner)
    if snapshot.is_you(winner.other):
        return f"{MARKS[winner]} {name} won. You lost."
    return f"{MARKS[winner]} {name} won!"


def why(snapshot: MatchSnapshot, outcome: Outcome) -> str:
    """Return why, in one sentence."""
    loser = outcome.winner.other
    if snapshot.record.resigned:
        return f"{'You' if snapshot.is_you(loser) else snapshot.name(loser)} resigned."
    reason = outcome.reason
    return f"{reason[:1].upper()}{reason[1:]}."


def turning_point(snapshot: MatchSnapshot, judged: Review) -> str:
    """Return the move that decided the game, and what would have been better."""
    turning, show = judged.turning_point, snapshot.game.format_move
    if judged.resignation is Mark.MISTAKE and snapshot.record.resigned:
        name = _subject(snapshot, snapshot.record.resigned)
        return f"{name} resigned in a winning position."
    if turning:
        best = show(turning.better[0])
        name = _subject(snapshot, turning.player)
        played = f"{name} played {show(turning.move)}, but {best} would have won."
        return f"Turning point: move {turning.ply}. {played}"
    if not judged.solved:
        return "There was not enough time to find the turning point."
    if not judged.moves:
        return ""
    winner = judged.standings[0].winner
    if winner:
        name = _subject(snapshot, winner)
        return f"No turning point. {name} could win from the start and made no mistake."
    return "No mistakes."


def _subject(snapshot: MatchSnapshot, player: Player) -> str:
    """Return a player's name as the subject of a sentence."""
    return "You" if snapshot.is_you(player) else snapshot.name(player)


def score(snapshot: MatchSnapshot) -> str:
    """Return the score of the rounds so far."""
    ended = [record.outcome() for record in snapshot.records]
    won = {p: sum(1 for outcome in ended if outcome and outcome.winner == p) for p in Player}
    number, rounds = snapshot.record.round
    count = ", ".join(f"{snapshot.name(player)} {won[player]}" for player in Player)
    return f"Round {number} of {rounds}. Score: {count}."


def choices(snapshot: MatchSnapshot) -> list[Line]:
    """Return what the players can do now."""
    number, rounds = snapshot.record.round
    if number < rounds:
        return [
            Line("next", f"Round {number + 1}", "the players take turns to go first", "n"),
            Line("review", "Review", "where it was won and lost", "r"),
            Line("home", "Home", "the match is saved", "h"),
        ]
    return [
        Line("rematch", "Rematch", "play again", "m"),
        Line("swap", "Swap", "play again, and swap who goes first", "w"),
        Line("review", "Review", "where it was won and lost", "r"),
        Line("another", "Another game", "", "a"),
        Line("save", "Save the record", "to a file", "s"),
        Line("home", "Home", "the game is saved under Games", "h"),
    ]
