"""The board screen: one match, shown and played in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from divisor_duel.errors import IllegalMoveError
from divisor_duel.match import Match, Wish
from divisor_duel.record import HUMAN
from divisor_duel.terminal.place import panel, telling
from divisor_duel.terminal.place.ask import sure
from divisor_duel.terminal.place.background import BackgroundMatch, Moment, News, played
from divisor_duel.terminal.place.board import Board
from divisor_duel.terminal.place.coaching import Coach, Coached
from divisor_duel.terminal.place.end import End
from divisor_duel.terminal.place.screens import KeyLine, Keys, Room, players_text
from divisor_duel.terminal.place.stage import Stage
from divisor_duel.terminal.place.thinker import Thinker
from divisor_duel.terminal.saves import SavedMatch

if TYPE_CHECKING:
    from divisor_duel.engine import Analysis


class Told(Message):
    """Something happened in the match."""

    def __init__(self, news: News) -> None:
        super().__init__()
        self.news = news


class Found(Message):
    """The engine has found something."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__()
        self.analysis = analysis


class PlayScreen(Room):
    """One match; what it shows is the latest moment that its table has told of."""

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
        Binding("h", "hint", show=False),
        Binding("p", "panel", show=False),
        Binding("left_square_bracket", "ahead(-1)", show=False),
        Binding("right_square_bracket", "ahead(1)", show=False),
        Binding("ctrl+up", "read(-1)", show=False),
        Binding("ctrl+down", "read(1)", show=False),
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
        ("ctrl+↑ ↓", "read on where a text is long", ""),
        ("x", "resign", ""),
        ("s", "save a record as a file", ""),
        ("e", "what to do after the end", ""),
    )

    def __init__(self, match: Match, saved: SavedMatch | None, choose: Any, pause: float) -> None:
        super().__init__()
        self.match = BackgroundMatch(
            match, saved, lambda news: self.post_message(Told(news)), choose, pause
        )
        self.moment: Moment = self.match.moment
        """What is shown."""
        self.ahead = 0
        """How many moves of the best line are shown on the board."""
        self.analysis: Analysis | None = None
        """What the engine has found about the position shown, if it was asked."""
        self._thinker = Thinker(lambda found: self.post_message(Found(found)))
        self._coach = Coach(self.post_message)
        self._hints = 0
        self._happened = self._remark = ""

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        yield Static(id="players", markup=False)
        with Horizontal(id="middle"):
            yield Stage()
            with Vertical(id="side"):
                yield Static(id="moves", markup=False)
                yield panel.Panel()
        yield panel.Panel(id="below")
        yield Static(id="foresight", markup=False)
        yield panel.Passage(id="quiet")
        yield KeyLine(self.KEYS)

    @property
    def stage(self) -> Stage:
        """Where the position is shown."""
        return self.query_one(Stage)

    @property
    def board(self) -> Board:
        """The board."""
        return self.stage.board

    def on_mount(self) -> None:
        self.board.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.show()
        self.match.start()

    def on_unmount(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Let go of the match, so that home can offer it."""
        self.match.leave()
        self._thinker.stop()

    @property
    def kept(self) -> bool:
        """Whether there is something to go on with later."""
        return self.match.kept

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    # --- news ----------------------------------------------------------------------------

    def on_told(self, message: Told) -> None:
        """Show what happened, which has been saved."""
        news = message.news
        if news.problem:
            goes_on = news.kind == "unsaved"
            then = (
                "; the game goes on but is not saved from here." if goes_on else " stops it here."
            )
            self.notify(news.problem + then, severity="warning", markup=False)
            return
        self.moment, self.ahead, self._hints, self.analysis = news.moment, 0, 0, None
        self.show()
        self._happened = telling.happened(news)
        if news.kind != "moved" or self._by_person(news):
            self._remark = ""
        self._remark = news.note or self._remark
        self.say(f"{self._happened} {self._remark}")
        self._ask_engine()
        if news.kind == "moved" and self._by_person(news):
            self._coach.look_back(news.moment, news.moves[0])
        if news.kind == "ended":
            self.action_end()

    def _by_person(self, news: News) -> bool:
        """Whether a person made the move that is told of."""
        return news.moment.level(news.moment.positions[-2].to_move) == HUMAN

    def action_end(self) -> None:
        """Ask what to do after the end."""
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
        """Show the moment; with the panel, perhaps some moves of the best line after it."""
        moment = self.moment
        self.query_one("#title", Static).update(telling.title(moment))
        self.query_one("#players", Static).update(players_text(telling.players(moment)))
        rows = max(3, self.query_one("#middle").size.height - 1)
        listed = telling.moves(moment, rows, self.query_one("#side").size.width)
        self.query_one("#moves", Static).update(players_text(listed))
        positions, moves = moment.positions, moment.record.moves
        for move in self.analysis.line[: self.ahead] if self.analysis else ():
            positions = (*positions, moment.game.play(positions[-1], move))
            moves = (*moves, move)
        pointing = moment.waits and not self.ahead
        self.stage.show(moment.game, positions[-1], played(moves, positions), pointing)
        self._foresee()
        self._show_panel()

    def _foresee(self) -> None:
        """What the move under the cursor would do, on the board and in words."""
        told = self.stage.foresee()
        if self.ahead:
            told = f"Looking {panel.plies(self.ahead)} ahead; [ leads back."
        elif self.moment.outcome:
            told = "Enter: review, rematch, another game."
        elif not self.moment.waits:
            told = f"{self.moment.name(self.moment.position.to_move)} is thinking …"
        self.query_one("#foresight", Static).update(told, layout=False)

    def say(self, sentence: str, warning: bool = False) -> None:
        """Say something in the one quiet line."""
        quiet = self.query_one("#quiet", panel.Passage)
        quiet.set_class(warning, "-warning")
        quiet.update(sentence)

    # --- playing -------------------------------------------------------------------------

    def on_stage_pointed(self, message: Stage.Pointed) -> None:
        """The cursor has moved, or something was typed."""
        if self.ahead:
            self.action_ahead(-self.ahead)
        self._foresee()
        self._show_panel()

    def action_choose(self) -> None:
        """Play what the cursor is on."""
        self.board.action_choose()

    def on_stage_chosen(self, message: Stage.Chosen) -> None:
        """Play, if it is legal and somebody's turn here."""
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
                self.say(telling.sentence(error), warning=True)
            else:
                self._consider(move)

    def action_wish(self, wish: str) -> None:
        """Take back or make again."""
        if self.moment.waits:
            self.match.offer(Wish(wish))
        elif self.moment.outcome:
            self.say("The game is over; a rematch begins anew (e).", warning=True)

    def action_resign(self) -> None:
        """Give up, once it is sure."""
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
        """Make a move; against the coach, once the coach has looked at it."""
        if not self._coach.consider(self.moment, move):
            self.match.offer(move)

    def on_coached(self, message: Coached) -> None:
        """Play on, ask whether it is sure, or say why it was wrong."""
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

    # --- the engine ----------------------------------------------------------------------

    def action_panel(self) -> None:
        """Open or close the panel."""
        self.toggle_class("-panel")
        if not self._panel_open:
            self.ahead = 0
        self._ask_engine()
        self.call_after_refresh(self.show)

    @property
    def _panel_open(self) -> bool:
        return self.has_class("-panel")

    def _ask_engine(self) -> None:
        if (self._panel_open or self._hints) and not self.moment.outcome and not self.analysis:
            self._thinker.ask(self.moment.game, self.moment.position)

    def on_found(self, message: Found) -> None:
        """Show what the engine has found, if it is still about this position."""
        found = message.analysis
        here = found.position == self.moment.position and found.game == self.moment.game
        if here and not self.ahead:  # a line that is being stepped through stays as it is
            self.analysis = found
            self._show_panel()
            self._show_hint()

    def _show_panel(self) -> None:
        if not self._panel_open:
            self.board.mark({})
            return
        text = panel.told(self.analysis, self.board.cursor, self.ahead)
        for each in self.query(panel.Panel):
            each.update("The game is over." if self.moment.outcome else text)
        if self.analysis and not self.ahead:
            self.board.mark({move.move: move.value for move in self.analysis.moves})

    def action_ahead(self, by: int) -> None:
        """Step through the best line."""
        if self.analysis and self._panel_open and by:
            self.ahead = max(0, min(len(self.analysis.line), self.ahead + by))
            self.show()

    def action_read(self, by: int) -> None:
        """Scroll the texts that are longer than there is room."""
        for each in self.query(panel.Passage):
            each.scroll_relative(y=by, animate=False)

    def action_hint(self) -> None:
        """A nudge first, then the idea, then the move with its proof."""
        if self.moment.waits:
            self._hints = min(3, self._hints + 1)
            self._ask_engine()
            told = self._show_hint()
            if told is not None:
                self.board.point(told)

    def _show_hint(self) -> int | None:
        """Say the hint that was asked for; the move in it, if it names one."""
        if not self._hints:
            return None
        if self.analysis is None:
            self.say("Thinking about a hint …")
            return None
        from divisor_duel.hints import hint_from

        told = hint_from(self.analysis, self._hints)
        self.say(f"Hint {self._hints} of 3: {told.text}")
        return told.move
