"""The game screen, which shows one match and plays it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from divisor_duel.game import Player
from divisor_duel.play.match import Command, Match
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.saved_games import SavedMatch
from divisor_duel.terminal.tui import match_text
from divisor_duel.terminal.tui.background_match import (
    BackgroundMatch,
    ChooseMove,
    MatchEvent,
    MatchSnapshot,
    moves_with_players,
)
from divisor_duel.terminal.tui.coach import is_coached, remark_after, warning_before
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.screens.advised_game import AdvisedScreen
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, SCROLL_KEYS
from divisor_duel.terminal.tui.screens.dialogs import confirm
from divisor_duel.terminal.tui.screens.game_over import GameOverDialog
from divisor_duel.terminal.tui.widgets import analysis_panel
from divisor_duel.terminal.tui.widgets.menu import Line
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
    PlayScreen #goal { height: 1; padding: 0 1; color: $faint; text-wrap: nowrap;
                       text-overflow: ellipsis; }
    PlayScreen.-narrow #goal { text-wrap: wrap; height: auto; max-height: 2; }
    PlayScreen #players { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    PlayScreen #middle { height: 1fr; min-height: 5; }
    PlayScreen #side { width: 18; border-left: solid $rule; padding: 0 1; }
    PlayScreen #side AnalysisPanel { display: none; }
    PlayScreen #moves { height: auto; max-height: 100%; }
    PlayScreen #preview { height: 2; padding: 0 1; }
    PlayScreen #message { max-height: 35%; color: $faint; }
    PlayScreen #message.-warning { color: $warning; text-style: bold; }
    PlayScreen.-low #below { max-height: 30%; }
    PlayScreen.-low.-panel #message { max-height: 3; }
    PlayScreen.-narrow #side { display: none; }
    PlayScreen.-wide #side { width: 28; }
    PlayScreen.-wide.-panel #side { width: 46; }
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

    end_choices: Sequence[Line] | None = None
    """What the player can do after the game; None for the usual choices."""

    def __init__(
        self, match: Match, saved: SavedMatch | None, choose: ChooseMove, pause: float
    ) -> None:
        super().__init__()
        self.match = BackgroundMatch(
            match, saved, lambda event: self.post_message(MatchEventPosted(event)), choose, pause
        )
        self.pause = pause
        """Time in which a computer's move, or the end of the game, can be seen, in seconds."""
        self.snapshot = self.match.snapshot
        self._event_text = self._remark = self._message = ""

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        yield Static(self.snapshot.game.summary, id="goal", markup=False)
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

    def note_help(self) -> None:
        """Note in the record that the player to move was helped."""
        self.match.note_help()

    @property
    def enter_does(self) -> str:
        return "continue" if self.snapshot.outcome else ""

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
        if event.kind == "refused":
            self.say(as_sentence(event.problem), warning=True)
            self._show_preview()
            return
        if event.problem:
            goes_on = event.kind == "unsaved"
            then = (
                "; the game continues but is no longer saved."
                if goes_on
                else "; the game stops here."
            )
            self.notify(event.problem + then, severity="warning", markup=False)
            return
        self.snapshot = event.snapshot
        self.forget()
        self.show()
        self._event_text = match_text.event_text(event)
        if event.kind != "moved" or event.snapshot.level(self._mover(event)) == HUMAN:
            self._remark = ""
        self._remark = event.note or self._remark
        self.say(f"{self._event_text} {self._remark}")
        self.ask_engine()
        if event.kind == "moved" and is_coached(event.snapshot, self._mover(event)):
            self._show_remark(event.snapshot, event.moves[0])
        if event.kind == "ended":
            self.action_end()

    def _mover(self, event: MatchEvent) -> Player:
        """Return who made the reported move."""
        mover: Player = event.snapshot.positions[-2].to_move
        return mover

    def action_end(self) -> None:
        """Ask what to do after the game."""
        outcome = self.snapshot.outcome
        if outcome:
            dialog = GameOverDialog(self.snapshot, outcome, self.end_choices, self.pause)
            self.app.push_screen(dialog, self._after)

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
        self.update_keys()

    def _show_preview(self) -> None:
        """Show what the move under the cursor would do, on the board and in words."""
        text = self.position_view.show_preview()
        if self.ahead:
            text = f"Showing {plural(self.ahead, 'move')} ahead; [ goes back."
        elif self.snapshot.outcome:
            text = "Enter: review, rematch, another game."
        elif not self.snapshot.person_to_move:
            text = f"{self.snapshot.name(self.snapshot.position.to_move)} is thinking …"
        shown = "" if text == self._message else text
        self.query_one("#preview", Static).update(shown, layout=False)

    def say(self, sentence: str, warning: bool = False) -> None:
        """Show a sentence in the message line."""
        message = self.query_one("#message", ScrollingText)
        message.set_class(warning, "-warning")
        message.update(sentence)
        self._message = sentence

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
        """Play the move, if a person is to move; the match refuses an illegal one."""
        snapshot, move = self.snapshot, message.move
        self._show_preview()
        if self.ahead:
            self.action_ahead(-self.ahead)
        elif snapshot.outcome:
            self.action_end()
        elif not snapshot.person_to_move:
            self.say(f"It is {snapshot.name(snapshot.position.to_move)}'s turn.", warning=True)
        elif move is not None:
            self._consider(move)

    def action_command(self, name: str) -> None:
        """Undo or redo."""
        if self.snapshot.person_to_move:
            self.match.submit(Command(name))
        elif self.snapshot.outcome:
            self.say("The game is over. Press e for a rematch.", warning=True)

    def action_resign(self) -> None:
        """Resign after asking."""
        if self.snapshot.person_to_move:
            player = self.snapshot.position.to_move
            name = "" if self.snapshot.is_you(player) else f" as {self.snapshot.name(player)}"
            self.app.push_screen(confirm(f"Resign this game{name}?", "Yes, resign"), self._resign)

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
        snapshot = self.snapshot
        coached = is_coached(snapshot, snapshot.position.to_move)
        if coached and move in snapshot.game.legal_moves(snapshot.position):
            self._ask_coach(snapshot, move)
        else:
            self.match.submit(move)

    @work(exclusive=True, group="warning")
    async def _ask_coach(self, snapshot: MatchSnapshot, move: int) -> None:
        """Make a move unless the coach warns and the player goes back."""
        warning = await in_daemon_thread(lambda: warning_before(snapshot, move))
        if snapshot is not self.snapshot:
            return
        question = confirm(warning or "", "Yes, play it", "No, let me think")
        if not warning or await self.app.push_screen_wait(question) == "yes":
            self.match.submit(move)

    @work(exclusive=True, group="remark")
    async def _show_remark(self, snapshot: MatchSnapshot, move: int) -> None:
        """Show the coach's remark on a move, if at most its answer has come since."""
        remark = await in_daemon_thread(lambda: remark_after(snapshot, move))
        if remark and self.snapshot.ply - snapshot.ply in (0, 1):
            self._remark = f"Coach: {remark}"
            self.say(f"{self._event_text} {self._remark}")
