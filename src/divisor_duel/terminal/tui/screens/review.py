"""The review of a finished game: who was winning when, and where it turned."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from divisor_duel.errors import SavedGameError
from divisor_duel.game import Player
from divisor_duel.learn.practice import reviewed
from divisor_duel.learn.progress import read_progress, write_progress
from divisor_duel.learn.review import (
    Judged,
    Mark,
    Review,
    describe_accuracy,
    describe_mistake,
    review,
)
from divisor_duel.play.record import Record
from divisor_duel.terminal.diagrams import drawn
from divisor_duel.terminal.finished_games import pairing
from divisor_duel.terminal.paint import MARKS
from divisor_duel.terminal.tug_of_war import longest_win, tug_of_war_row
from divisor_duel.terminal.tui.background_match import moves_with_players
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, SCROLL_KEYS, DuelScreen
from divisor_duel.terminal.tui.widgets.menu import Line, Menu
from divisor_duel.terminal.tui.widgets.position_view import PositionView
from divisor_duel.terminal.tui.widgets.text import KeyLine, ScrollingText

HALF, SHORT_HALF = 12, 6
"""Columns of the tug of war on each side, normally and on a narrow screen."""
SECONDS = 2.0
"""Time limit for analysing one position, in seconds."""
NARROW = 70
"""Width, in columns, below which the tug of war is narrow and judgements are marks alone."""
MARK_SIGNS = {Mark.GOOD: "+", Mark.MISTAKE: "-", Mark.UNKNOWN: "?"}


class ReviewScreen(DuelScreen):
    """The tug of war, move by move, with the board of each position."""

    DEFAULT_CSS = """
    ReviewScreen #both { height: 1fr; layout: vertical; }
    ReviewScreen #tug-of-war { height: 1fr; padding: 0 1; border-top: solid $rule; }
    ReviewScreen #tug-of-war Menu { height: 1fr; }
    ReviewScreen #goals { height: 1; color: $faint; }
    ReviewScreen #comment { height: auto; max-height: 40%; min-height: 2; padding: 0 1; }
    ReviewScreen #more { height: 1; padding: 0 1; color: $faint; display: none; }
    ReviewScreen.-more #more { display: block; }
    ReviewScreen.-wide #both { layout: horizontal; }
    ReviewScreen.-wide #tug-of-war { width: 62; height: 100%; border-top: none;
                               border-left: solid $rule; }
    ReviewScreen.-wide PositionView { height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(f"{CHOOSE_KEYS},a", "choose", "try again here"),
        Binding("t", "turning_point", "turning point"),
        Binding("s", "save", "save"),
        *SCROLL_KEYS,
    ]

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        """The game."""
        self.positions = tuple(record.positions())
        """Every position of it."""
        self.review: Review | None = None
        """The engine's review, once it is ready."""

    def compose(self) -> ComposeResult:
        record = self.record
        title = f"Review: {record.game.id.title()}, {pairing(record)}"
        yield Static(title, classes="title", markup=False)
        with Horizontal(id="both"):
            yield PositionView()
            with Vertical(id="tug-of-war"):
                yield Static(id="goals", markup=False)
                yield Menu(self._lines())
        yield ScrollingText(id="comment")
        yield Static("Ctrl+Down: read more", id="more", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.watch(self.query_one("#comment"), "show_vertical_scrollbar", self._say_if_more)
        self.query_one(PositionView).board.can_focus = False
        menu = self.query_one(Menu)
        menu.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.show()
        self._judge()

    @work
    async def _judge(self) -> None:
        """Judge every move, then show who was winning when, starting at the turning point."""
        self.review = await in_daemon_thread(lambda: review(self.record, SECONDS))
        self._save_mistakes(self.review)
        self.query_one(Menu).show(self._lines())
        self.action_turning_point()
        self.show()

    def _save_mistakes(self, judged: Review) -> None:
        """Add the person's mistakes to those that come back on later days."""
        before = read_progress()
        progress = reviewed(before, judged, self.duel_app.today())
        if progress != before:
            try:
                write_progress(progress)
            except SavedGameError as error:
                self.notify(f"{error}.", severity="warning", markup=False)

    def on_resize(self) -> None:
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self.query_one(Menu).show(self._lines())
        self.show()

    def on_option_list_option_highlighted(self, message: Menu.OptionHighlighted) -> None:
        """Show the position after the marked move."""
        self.show()

    @property
    def ply(self) -> int:
        """How many moves led to the position shown."""
        return self.query_one(Menu).highlighted or 0

    def show(self) -> None:
        """Show the marked position and a comment on the move that led to it."""
        record, ply = self.record, self.ply
        width, half = self._room
        self.query_one("#goals", Static).update(tug_of_war_heading(record, width + 4, half))
        moves = moves_with_players(record.moves[:ply], self.positions[: ply + 1])
        self.query_one(PositionView).show(record.game, self.positions[ply], moves, pointing=False)
        text = self._comment(self.review) if self.review else "Checking every move …"
        self.query_one("#comment", ScrollingText).update(text)

    def _say_if_more(self, scrolls: bool) -> None:
        """Say how to scroll a comment that does not fit."""
        self.set_class(scrolls, "-more")

    def _comment(self, review: Review) -> str:
        if self.ply == 0:
            return summary(review)
        comment = move_comment(review, review.moves[self.ply - 1])
        if self.ply == len(review.moves):
            comment = f"{resignation_text(review)} {comment}".strip()
        judged = review.moves[self.ply - 1]
        strategy = judged.strategy if judged.mark is Mark.MISTAKE else None
        return "\n".join([comment, *drawn(strategy, max(self.size.width - 4, 1))])

    @property
    def _room(self) -> tuple[int, int]:
        """Columns of the text before the tug of war, and of each half of the tug of war."""
        return (22, HALF) if self.app.size.width >= NARROW else (14, SHORT_HALF)

    def _lines(self) -> list[Line]:
        width, _ = self._room
        lines = [Line(-1, f"{'start':{width}}", self._row(0))]
        for ply, (player, move) in enumerate(
            moves_with_players(self.record.moves, self.positions), 1
        ):
            judged = mark_text(self.review.moves[ply - 1].mark) if self.review else ""
            text = f"{ply:3} {MARKS[player]} {self.record.game.format_move(move):>5} {judged:9}"
            style = "$one" if player == Player.ONE else "$two"
            lines.append(Line(ply, f"{text[:width]:{width}}", self._row(ply), style=style))
        return lines

    def _row(self, ply: int) -> str:
        if not self.review:
            return ""
        standings = self.review.standings
        return tug_of_war_row(standings[ply], longest_win(standings), self._room[1])

    # --- keys ----------------------------------------------------------------------------

    def action_turning_point(self) -> None:
        """Go to the move that decided the game, or to the resignation if that did."""
        review, menu = self.review, self.query_one(Menu)
        if review and review.turning_point:
            menu.highlighted = review.turning_point.ply
        elif review:
            menu.highlighted = len(menu.lines) - 1 if review.resignation is Mark.MISTAKE else 0

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Play on from the position before the marked move, or from the start."""
        self.duel_app.play_from(self.record, max(0, self.ply - 1))

    def action_save(self) -> None:
        """Write a record of the game to a file."""
        self.duel_app.save_record([self.record])


def mark_text(mark: Mark) -> str:
    """Return the judgement of a move as a sign and a word."""
    return f"{MARK_SIGNS.get(mark, '=')} {mark}"


def tug_of_war_heading(record: Record, indent: int, half: int) -> str:
    """Return the heading of the tug of war: each player's end, then the moves left."""
    one, two = (name if len(name) < half - 1 else f"{name[: half - 3]}…" for name in record.names)
    left, right = f"{MARKS[Player.ONE]} {one}", f"{two} {MARKS[Player.TWO]}"
    return f"{'':{indent}}{left:<{half + 1}} {right:>{half + 1}} left"


def summary(review: Review) -> str:
    """Return how well both played, and where the game turned."""
    names = dict(zip(Player, review.record.names, strict=True))
    sentences = []
    for player in Player:
        sentences.append(f"{names[player]} {describe_accuracy(review.accuracy(player))}.")
    turning = review.turning_point
    if turning:
        move = review.record.game.format_move(turning.move)
        sentences.append(f"Turning point: move {turning.ply}, {names[turning.player]}'s {move}.")
    elif not review.solved:
        sentences.append("There was not enough time to judge every move.")
    elif review.moves:
        sentences.append("No mistakes.")
    return " ".join([*sentences, resignation_text(review)]).strip()


def resignation_text(review: Review) -> str:
    """Return who resigned, if anyone, and whether that was a mistake."""
    if not review.record.resigned:
        return ""
    name = review.record.names[review.record.resigned - 1]
    lost = review.resignation is Mark.MISTAKE
    return f"{name} resigned in a winning position." if lost else f"{name} resigned."


def move_comment(review: Review, judged: Judged) -> str:
    """Return a comment on one move."""
    show = review.record.game.format_move
    name = review.record.names[judged.player - 1]
    if judged.mark is Mark.MISTAKE:
        return describe_mistake(review.record.game, judged, name)
    words = {
        Mark.GOOD: "was a winning move. One way to win",
        Mark.FORCED: "was the only legal move",
        Mark.UNKNOWN: "was not solved in time",
    }
    did = words.get(judged.mark, "changed nothing: every move had the same result")
    stop = ":" if judged.mark is Mark.GOOD else "."  # the reason can be about another winning move
    return f"{name}'s {show(judged.move)} {did}{stop} {judged.reason}"
