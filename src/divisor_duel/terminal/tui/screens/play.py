"""The game screen, which shows one match and plays it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from divisor_duel.errors import IllegalMoveError
from divisor_duel.play.match import Match, Wish
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.saved_games import SavedMatch
from divisor_duel.terminal.tui import match_text
from divisor_duel.terminal.tui.background_coach import Coach, Coached
from divisor_duel.terminal.tui.background_match import BackgroundMatch, News, played
from divisor_duel.terminal.tui.screens.advised_game import Advised
from divisor_duel.terminal.tui.screens.base import READ_ON
from divisor_duel.terminal.tui.screens.dialogs import sure
from divisor_duel.terminal.tui.screens.game_over import End
from divisor_duel.terminal.tui.widgets import analysis_panel
from divisor_duel.terminal.tui.widgets.position_view import Stage
from divisor_duel.terminal.tui.widgets.text import KeyLine, Keys, Passage, players_text


class Told(Message):
    """An event in the match."""

    def __init__(self, news: News) -> None:
        super().__init__()
        self.news = news


class PlayScreen(Advised):
    """One match, shown at the latest moment that the background match reported."""

    DEFAULT_CSS = """
    PlayScreen #players { height: 1; padding: 0 1; }
    PlayScreen #middle { height: 1fr; min-height: 5; margin-top: 1; }
    PlayScreen #side { width: 18; border-left: solid $rule; padding: 0 1; }
    PlayScreen #side Panel { display: none; }
    PlayScreen #moves { height: auto; max-height: 100%; }
    PlayScreen #foresight { height: 2; padding: 0 1; }
    PlayScreen #quiet { max-height: 35%; color: $faint; }
    PlayScreen #quiet.-warning { color: $warning; text-style: bold; }
    PlayScreen.-low #below { max-height: 30%; }
    PlayScreen.-low.-panel #quiet { max-height: 3; }
    PlayScreen.-narrow #side { display: none; }
    PlayScreen.-wide #side { width: 46; }
    PlayScreen.-panel #below { display: block; }
    PlayScreen.-wide #below { display: none; }
    PlayScreen.-wide.-panel #side Panel { display: block; max-height: 70%; dock: bottom; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "wish('undo')", show=False),
        Binding("r", "wish('redo')", show=False),
        Binding("x", "resign", show=False),
        Binding("s", "save", show=False),
        Binding("i", "rules", show=False),
        Binding("e", "end", show=False),
    ]
    KEYS: ClassVar[Keys] = (
        ("Enter", "play", "screen.choose"),
        ("u", "undo", "screen.wish('undo')"),
        ("h", "hint", "screen.hint"),
        ("?", "help", "app.explain"),
        ("Esc", "home", "screen.back"),
        ("p", "panel", "screen.panel"),
        ("i", "rules", "screen.rules"),
    )
    MORE: ClassVar[Keys] = (
        ("arrows", "move the cursor", ""),
        ("Tab", "the next number that may be played", ""),
        ("digits", "type a move, Enter plays it", ""),
        ("r", "redo what was taken back", ""),
        ("[ ]", "step through the best line (panel)", ""),
        READ_ON,
        ("x", "resign", ""),
        ("s", "save a record as a file", ""),
        ("e", "what to do after the end", ""),
    )

    def __init__(self, match: Match, saved: SavedMatch | None, choose: Any, pause: float) -> None:
        super().__init__()
        self.match = BackgroundMatch(
            match, saved, lambda news: self.post_message(Told(news)), choose, pause
        )
        self.moment = self.match.moment
        self._coach = Coach(self.post_message)
        self._happened = self._remark = ""

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        yield Static(id="players", markup=False)
        with Horizontal(id="middle"):
            yield Stage()
            with Vertical(id="side"):
                yield Static(id="moves", markup=False)
                yield analysis_panel.Panel()
        yield analysis_panel.Panel(id="below")
        yield Static(id="foresight", markup=False)
        yield Passage(id="quiet")
        yield KeyLine(self.KEYS)

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
    def kept(self) -> bool:
        """Whether the match is saved and can be resumed later."""
        return self.match.kept

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    # --- events --------------------------------------------------------------------------

    def on_told(self, message: Told) -> None:
        """Show what happened; it is already saved."""
        news = message.news
        if news.problem:
            goes_on = news.kind == "unsaved"
            then = (
                "; the game goes on but is not saved from here." if goes_on else " stops it here."
            )
            self.notify(news.problem + then, severity="warning", markup=False)
            return
        self.moment = news.moment
        self.forget()
        self.show()
        self._happened = match_text.happened(news)
        if news.kind != "moved" or self._by_person(news):
            self._remark = ""
        self._remark = news.note or self._remark
        self.say(f"{self._happened} {self._remark}")
        self.ask_engine()
        if news.kind == "moved" and self._by_person(news):
            self._coach.look_back(news.moment, news.moves[0])
        if news.kind == "ended":
            self.action_end()

    def _by_person(self, news: News) -> bool:
        """Return whether a person made the reported move."""
        return news.moment.level(news.moment.positions[-2].to_move) == HUMAN

    def action_end(self) -> None:
        """Ask what to do after the game."""
        outcome = self.moment.outcome
        if outcome:
            self.app.push_screen(End(self.moment, outcome), self._after)

    def _after(self, choice: str | None) -> None:
        if choice == "next":
            self.match.go_on()
        elif choice == "save":
            self.place.save_record(self.moment.records, self.action_end)
        elif choice == "review":
            self.place.review(self.moment.record, self.action_end)
        elif choice in ("rematch", "swap"):
            self.place.again(self.moment.records[0], swap=choice == "swap")
        elif choice == "another":
            self.place.new_game()
        elif choice == "home":
            self.action_back()

    # --- showing -------------------------------------------------------------------------

    def show(self) -> None:
        """Show the moment and, when looking ahead, the moves of the best line after it."""
        moment = self.moment
        title = self.query_one("#title", Static)
        title.update(match_text.title(moment, title.content_region.width))
        self.query_one("#players", Static).update(players_text(match_text.players(moment)))
        rows = max(3, self.query_one("#middle").size.height - 1)
        listed = match_text.moves(moment, rows, self.query_one("#side").size.width)
        self.query_one("#moves", Static).update(players_text(listed))
        positions, moves = self.looked_ahead()
        pointing = moment.waits and not self.ahead
        self.stage.show(moment.game, positions[-1], played(moves, positions), pointing)
        self._foresee()
        self.show_panel()

    def _foresee(self) -> None:
        """Show what the move under the cursor would do, on the board and in words."""
        text = self.stage.foresee()
        if self.ahead:
            text = f"Looking {analysis_panel.plies(self.ahead)} ahead; [ leads back."
        elif self.moment.outcome:
            text = "Enter: review, rematch, another game."
        elif not self.moment.waits:
            text = f"{self.moment.name(self.moment.position.to_move)} is thinking …"
        self.query_one("#foresight", Static).update(text, layout=False)

    def say(self, sentence: str, warning: bool = False) -> None:
        """Show a sentence in the message line."""
        quiet = self.query_one("#quiet", Passage)
        quiet.set_class(warning, "-warning")
        quiet.update(sentence)

    # --- playing -------------------------------------------------------------------------

    def on_stage_pointed(self, message: Stage.Pointed) -> None:
        """Update the preview after the cursor moved or a digit was typed."""
        if self.ahead:
            self.action_ahead(-self.ahead)
        self._foresee()
        self.show_panel()

    def action_choose(self) -> None:
        """Play the move under the cursor."""
        self.board.action_choose()

    def on_stage_chosen(self, message: Stage.Chosen) -> None:
        """Play the move, if it is legal and a person is to move."""
        moment, move = self.moment, message.move
        self._foresee()
        if self.ahead:
            self.action_ahead(-self.ahead)
        elif moment.outcome:
            self.action_end()
        elif not moment.waits:
            self.say(f"{moment.name(moment.position.to_move)} is to move.", warning=True)
        elif move is not None:
            try:
                moment.game.play(moment.position, move)
            except IllegalMoveError as error:
                self.say(match_text.sentence(error), warning=True)
            else:
                self._consider(move)

    def action_wish(self, wish: str) -> None:
        """Undo or redo."""
        if self.moment.waits:
            self.match.offer(Wish(wish))
        elif self.moment.outcome:
            self.say("The game is over; a rematch begins anew (e).", warning=True)

    def action_resign(self) -> None:
        """Resign after asking."""
        if self.moment.waits:
            name = self.moment.name(self.moment.position.to_move)
            self.app.push_screen(sure(f"{name}, give up this game?", "Yes, resign"), self._resign)

    def _resign(self, answer: str | None) -> None:
        if answer == "yes" and self.moment.waits:
            self.match.offer(Wish.RESIGN)

    def action_save(self) -> None:
        """Write a record of the match to a file."""
        self.place.save_record(self.moment.records)

    def action_rules(self) -> None:
        """Show the rules of this game."""
        self.place.rules(type(self.moment.game))

    # --- the coach -----------------------------------------------------------------------

    def _consider(self, move: int) -> None:
        """Make a move; against the coach, wait for its judgement first."""
        if not self._coach.consider(self.moment, move):
            self.match.offer(move)

    def on_coached(self, message: Coached) -> None:
        """Make the move, ask whether the player is sure, or show the coach's remark."""
        if message.remark and self.moment.ply - message.ply in (0, 1):
            self._remark = f"Coach: {message.remark}"
            self.say(f"{self._happened} {self._remark}")
        if message.after or message.ply != self.moment.ply or not self.moment.waits:
            return
        if not message.warning:
            self.match.offer(message.move)
            return

        def play(answer: str | None) -> None:
            if answer == "yes":
                self.match.offer(message.move)

        self.app.push_screen(sure(message.warning, "Yes, play it", "No, let me think"), play)
