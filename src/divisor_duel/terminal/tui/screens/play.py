"""The game screen, which shows one match and plays it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from divisor_duel.errors import IllegalMoveError
from divisor_duel.play.match import Command, Match
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.saved_games import SavedMatch
from divisor_duel.terminal.tui import match_text
from divisor_duel.terminal.tui.background_coach import BackgroundCoach, CoachReply
from divisor_duel.terminal.tui.background_match import (
    BackgroundMatch,
    MatchEvent,
    moves_with_players,
)
from divisor_duel.terminal.tui.screens.advised_game import AdvisedScreen
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, SCROLL_KEYS
from divisor_duel.terminal.tui.screens.dialogs import confirm
from divisor_duel.terminal.tui.screens.game_over import GameOverDialog
from divisor_duel.terminal.tui.widgets import analysis_panel
from divisor_duel.terminal.tui.widgets.position_view import PositionView
from divisor_duel.terminal.tui.widgets.text import KeyLine, ScrollingText, players_text
from divisor_duel.terminal.words import as_sentence
from divisor_duel.text import plural


class MatchEventPosted(Message):
    """An event in the match."""

    def __init__(self, event: MatchEvent) -> None:
        super().__init__()
        self.event = event


class PlayScreen(AdvisedScreen):
    """One match, shown as in the latest snapshot from the background match."""

    DEFAULT_CSS = """
    PlayScreen #players { height: 1; padding: 0 1; }
    PlayScreen #middle { height: 1fr; min-height: 5; margin-top: 1; }
    PlayScreen #side { width: 18; border-left: solid $rule; padding: 0 1; }
    PlayScreen #side AnalysisPanel { display: none; }
    PlayScreen #moves { height: auto; max-height: 100%; }
    PlayScreen #preview { height: 2; padding: 0 1; }
    PlayScreen #message { max-height: 35%; color: $faint; }
    PlayScreen #message.-warning { color: $warning; text-style: bold; }
    PlayScreen.-low #below { max-height: 30%; }
    PlayScreen.-low.-panel #message { max-height: 3; }
    PlayScreen.-narrow #side { display: none; }
    PlayScreen.-wide #side { width: 46; }
    PlayScreen.-panel #below { display: block; }
    PlayScreen.-wide #below { display: none; }
    PlayScreen.-wide.-panel #side AnalysisPanel { display: block; max-height: 70%; dock: bottom; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "play"),
        Binding("escape", "back", "home"),
        Binding("u", "command('undo')", "undo"),
        Binding("r", "command('redo')", "redo what was taken back", show=False),
        Binding("i", "rules", "rules"),
        *SCROLL_KEYS,
        Binding("x", "resign", "resign", show=False),
        Binding("s", "save", "save a record as a file", show=False),
        Binding("e", "end", "what to do after the end", show=False),
    ]

    def __init__(self, match: Match, saved: SavedMatch | None, choose: Any, pause: float) -> None:
        super().__init__()
        self.match = BackgroundMatch(
            match, saved, lambda event: self.post_message(MatchEventPosted(event)), choose, pause
        )
        self.snapshot = self.match.snapshot
        self._coach = BackgroundCoach(self.post_message)
        self._event_text = self._remark = ""

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        yield Static(id="players", markup=False)
        with Horizontal(id="middle"):
            yield PositionView()
            with Vertical(id="side"):
                yield Static(id="moves", markup=False)
                yield analysis_panel.AnalysisPanel()
        yield analysis_panel.AnalysisPanel(id="below")
        yield Static(id="preview", markup=False)
        yield ScrollingText(id="message")
        yield KeyLine()

    def on_mount(self) -> None:
        self.board.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.show()
        self.match.start()

    def on_unmount(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Close the match, so that home can offer it."""
        self.match.leave()
        super().leave()

    @property
    def is_saved(self) -> bool:
        """Whether the match is saved and can be resumed later."""
        return self.match.is_saved

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    # --- events --------------------------------------------------------------------------

    def on_match_event_posted(self, message: MatchEventPosted) -> None:
        """Show what happened; it is already saved."""
        event = message.event
        if event.problem:
            goes_on = event.kind == "unsaved"
            then = (
                "; the game goes on but is not saved from here." if goes_on else " stops it here."
            )
            self.notify(event.problem + then, severity="warning", markup=False)
            return
        self.snapshot = event.snapshot
        self.forget()
        self.show()
        self._event_text = match_text.event_text(event)
        if event.kind != "moved" or self._by_person(event):
            self._remark = ""
        self._remark = event.note or self._remark
        self.say(f"{self._event_text} {self._remark}")
        self.ask_engine()
        if event.kind == "moved" and self._by_person(event):
            self._coach.judge_after(event.snapshot, event.moves[0])
        if event.kind == "ended":
            self.action_end()

    def _by_person(self, event: MatchEvent) -> bool:
        """Return whether a person made the reported move."""
        return event.snapshot.level(event.snapshot.positions[-2].to_move) == HUMAN

    def action_end(self) -> None:
        """Ask what to do after the game."""
        outcome = self.snapshot.outcome
        if outcome:
            self.app.push_screen(GameOverDialog(self.snapshot, outcome), self._after)

    def _after(self, choice: str | None) -> None:
        if choice == "next":
            self.match.start_next_round()
        elif choice == "save":
            self.duel_app.save_record(self.snapshot.records, self.action_end)
        elif choice == "review":
            self.duel_app.review(self.snapshot.record, self.action_end)
        elif choice in ("rematch", "swap"):
            self.duel_app.rematch(self.snapshot.records[0], swap=choice == "swap")
        elif choice == "another":
            self.duel_app.new_game()
        elif choice == "home":
            self.action_back()

    # --- showing -------------------------------------------------------------------------

    def show(self) -> None:
        """Show the snapshot and, when looking ahead, the moves of the best line after it."""
        snapshot = self.snapshot
        title = self.query_one("#title", Static)
        title.update(match_text.title(snapshot, title.content_region.width))
        self.query_one("#players", Static).update(players_text(match_text.players(snapshot)))
        rows = max(3, self.query_one("#middle").size.height - 1)
        listed = match_text.moves(snapshot, rows, self.query_one("#side").size.width)
        self.query_one("#moves", Static).update(players_text(listed))
        positions, moves = self.looked_ahead()
        pointing = snapshot.person_to_move and not self.ahead
        self.position_view.show(
            snapshot.game, positions[-1], moves_with_players(moves, positions), pointing
        )
        self._show_preview()
        self.show_panel()

    def _show_preview(self) -> None:
        """Show what the move under the cursor would do, on the board and in words."""
        text = self.position_view.show_preview()
        if self.ahead:
            text = f"Looking {plural(self.ahead, 'move')} ahead; [ leads back."
        elif self.snapshot.outcome:
            text = "Enter: review, rematch, another game."
        elif not self.snapshot.person_to_move:
            text = f"{self.snapshot.name(self.snapshot.position.to_move)} is thinking …"
        self.query_one("#preview", Static).update(text, layout=False)

    def say(self, sentence: str, warning: bool = False) -> None:
        """Show a sentence in the message line."""
        message = self.query_one("#message", ScrollingText)
        message.set_class(warning, "-warning")
        message.update(sentence)

    # --- playing -------------------------------------------------------------------------

    def on_position_view_pointed(self, message: PositionView.Pointed) -> None:
        """Update the preview after the cursor moved or a digit was typed."""
        if self.ahead:
            self.action_ahead(-self.ahead)
        self._show_preview()
        self.show_panel()

    def action_choose(self) -> None:
        """Play the move under the cursor."""
        self.board.action_choose()

    def on_position_view_chosen(self, message: PositionView.Chosen) -> None:
        """Play the move, if it is legal and a person is to move."""
        snapshot, move = self.snapshot, message.move
        self._show_preview()
        if self.ahead:
            self.action_ahead(-self.ahead)
        elif snapshot.outcome:
            self.action_end()
        elif not snapshot.person_to_move:
            self.say(f"{snapshot.name(snapshot.position.to_move)} is to move.", warning=True)
        elif move is not None:
            try:
                snapshot.game.play(snapshot.position, move)
            except IllegalMoveError as error:
                self.say(as_sentence(error), warning=True)
            else:
                self._consider(move)

    def action_command(self, name: str) -> None:
        """Undo or redo."""
        if self.snapshot.person_to_move:
            self.match.submit(Command(name))
        elif self.snapshot.outcome:
            self.say("The game is over; a rematch begins anew (e).", warning=True)

    def action_resign(self) -> None:
        """Resign after asking."""
        if self.snapshot.person_to_move:
            name = self.snapshot.name(self.snapshot.position.to_move)
            self.app.push_screen(
                confirm(f"{name}, give up this game?", "Yes, resign"), self._resign
            )

    def _resign(self, answer: str | None) -> None:
        if answer == "yes" and self.snapshot.person_to_move:
            self.match.submit(Command.RESIGN)

    def action_save(self) -> None:
        """Write a record of the match to a file."""
        self.duel_app.save_record(self.snapshot.records)

    def action_rules(self) -> None:
        """Show the rules of this game."""
        self.duel_app.rules(type(self.snapshot.game))

    # --- the coach -----------------------------------------------------------------------

    def _consider(self, move: int) -> None:
        """Make a move; against the coach, wait for its judgement first."""
        if not self._coach.judge_before(self.snapshot, move):
            self.match.submit(move)

    def on_coach_reply(self, message: CoachReply) -> None:
        """Make the move, ask whether the player is sure, or show the coach's remark."""
        if message.remark and self.snapshot.ply - message.ply in (0, 1):
            self._remark = f"Coach: {message.remark}"
            self.say(f"{self._event_text} {self._remark}")
        if message.after or message.ply != self.snapshot.ply or not self.snapshot.person_to_move:
            return
        if not message.warning:
            self.match.submit(message.move)
            return

        def play(answer: str | None) -> None:
            if answer == "yes":
                self.match.submit(message.move)

        self.app.push_screen(confirm(message.warning, "Yes, play it", "No, let me think"), play)
