"""The end of a game: who won and why, and what to do next."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from divisor_duel.game import Outcome, Player
from divisor_duel.terminal.paint import MARKS
from divisor_duel.terminal.tui.background_match import MatchSnapshot
from divisor_duel.terminal.tui.screens.dialogs import MenuDialog
from divisor_duel.terminal.tui.widgets.menu import Line, Menu


class GameOverDialog(MenuDialog):
    """Who won and why, and what to do next; the board stays visible."""

    DEFAULT_CSS = """
    GameOverDialog { align: center bottom; background: $background 10%; }
    GameOverDialog #won { text-style: bold; }
    GameOverDialog #won.-one { color: $one; }
    GameOverDialog #won.-two { color: $two; }
    """

    def __init__(self, snapshot: MatchSnapshot, outcome: Outcome) -> None:
        super().__init__()
        self._snapshot = snapshot
        self._outcome = outcome

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            winner = "-one" if self._outcome.winner == Player.ONE else "-two"
            yield Static(
                closing(self._snapshot, self._outcome), id="won", classes=winner, markup=False
            )
            if self._snapshot.record.round[1] > 1:
                yield Static(score(self._snapshot), id="score", markup=False)
            yield Menu(choices(self._snapshot))


def closing(snapshot: MatchSnapshot, outcome: Outcome) -> str:
    """Return who won and why, in one line."""
    winner = outcome.winner
    wins = "You win" if snapshot.is_you(winner) else f"{snapshot.name(winner)} wins"
    reason = outcome.reason
    if snapshot.record.resigned:
        you = snapshot.is_you(winner.other)
        reason = f"{'you' if you else snapshot.name(winner.other)} resigned"
    return f"{MARKS[winner]} {wins}: {reason}."


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
        Line("review", "Review", "where it was won and lost", "r"),
        Line("rematch", "Rematch", "play again", "m"),
        Line("swap", "Swap", "play again, and swap who goes first", "w"),
        Line("another", "Another game", "", "a"),
        Line("save", "Save the record", "to a file", "s"),
        Line("home", "Home", "the game is saved under Games", "h"),
    ]
