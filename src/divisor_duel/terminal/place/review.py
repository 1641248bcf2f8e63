"""A finished game looked at again: who was winning when, and where it turned."""

from __future__ import annotations

from threading import Thread
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from divisor_duel.game import Player
from divisor_duel.record import Record
from divisor_duel.review import Judged, Mark, Review, Standing, review
from divisor_duel.terminal.kept import opponents
from divisor_duel.terminal.place.background import played
from divisor_duel.terminal.place.look import MARKS
from divisor_duel.terminal.place.menu import Line, Menu
from divisor_duel.terminal.place.screens import KeyLine, Keys, Room
from divisor_duel.terminal.place.stage import Stage
from divisor_duel.terminal.review import gave_away

HALF, SHORT_HALF = 12, 6
"""How far the rope reaches to each side, and where there is little room."""
SECONDS = 2.0
"""How long the engine looks at one position."""
NARROW = 70
"""Below this width the rope is short and judgements are marks alone."""
MARKED = {Mark.GOOD: "+", Mark.MISTAKE: "-", Mark.UNKNOWN: "?"}


class Judgement(Message):
    """The game has been judged."""

    def __init__(self, review: Review) -> None:
        super().__init__()
        self.review = review


class ReviewScreen(Room):
    """The tug of war, move by move, with the board of each position."""

    DEFAULT_CSS = """
    ReviewScreen #both { height: 1fr; layout: vertical; }
    ReviewScreen #rope { height: 1fr; padding: 0 1; border-top: solid $rule; }
    ReviewScreen #rope Menu { height: 1fr; }
    ReviewScreen #goals { height: 1; color: $faint; }
    ReviewScreen #said { height: auto; max-height: 5; min-height: 2; padding: 0 1; }
    ReviewScreen.-wide #both { layout: horizontal; }
    ReviewScreen.-wide #rope { width: 62; height: 100%; border-top: none;
                               border-left: solid $rule; }
    ReviewScreen.-wide Stage { height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "turning_point", show=False),
        Binding("a", "try_again", show=False),
        Binding("s", "save", show=False),
    ]
    KEYS: ClassVar[Keys] = (
        ("↑ ↓", "step", ""),
        ("t", "turning point", "screen.turning_point"),
        ("?", "help", "app.explain"),
        ("Esc", "back", "screen.back"),
        ("a", "try again here", "screen.try_again"),
        ("s", "save", "screen.save"),
    )

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        """The game."""
        self.positions = tuple(record.positions())
        """Every position of it."""
        self.review: Review | None = None
        """What the engine says, once it has said it."""

    def compose(self) -> ComposeResult:
        record = self.record
        title = f"Review: {record.game.id.title()}, {opponents(record)}"
        yield Static(title, classes="title", markup=False)
        with Horizontal(id="both"):
            yield Stage()
            with Vertical(id="rope"):
                yield Static(id="goals", markup=False)
                yield Menu(self._lines())
        yield Static("The engine looks at every move …", id="said", markup=False)
        yield KeyLine(self.KEYS)

    def on_mount(self) -> None:
        self.query_one(Stage).board.can_focus = False
        menu = self.query_one(Menu)
        menu.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.show()
        Thread(target=self._judge, daemon=True, name="review").start()

    def _judge(self) -> None:
        self.post_message(Judgement(review(self.record, SECONDS)))

    def on_judgement(self, message: Judgement) -> None:
        """Show who was winning when, and begin at the turning point."""
        self.review = message.review
        menu = self.query_one(Menu)
        menu.show(self._lines())
        self.action_turning_point()
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        self.query_one(Menu).show(self._lines())
        self.show()

    def on_menu_moved(self, message: Menu.Moved) -> None:
        """Show the position after the marked move."""
        self.show()

    @property
    def ply(self) -> int:
        """How many moves have been made in the position that is shown."""
        return self.query_one(Menu).at

    def show(self) -> None:
        """Show the marked position and what is to be said of the move that led there."""
        record, ply = self.record, self.ply
        width, half = self._room
        self.query_one("#goals", Static).update(goals(record, width + 4, half))
        moves = played(record.moves[:ply], self.positions[: ply + 1])
        self.query_one(Stage).show(record.game, self.positions[ply], moves, pointing=False)
        if self.review:
            self.query_one("#said", Static).update(self._said(self.review))

    def _said(self, review: Review) -> str:
        if self.ply == 0:
            return summary(review)
        told = about(review, review.moves[self.ply - 1])
        last = self.ply == len(review.moves)
        return f"{given_up(review)} {told}".strip() if last else told

    @property
    def _room(self) -> tuple[int, int]:
        """How wide the text before the rope is, and half of the rope."""
        return (22, HALF) if self.app.size.width >= NARROW else (14, SHORT_HALF)

    def _lines(self) -> list[Line]:
        width, _ = self._room
        lines = [Line(-1, f"{'start':{width}}", self._rope(0))]
        for ply, (player, move) in enumerate(played(self.record.moves, self.positions), 1):
            judged = judgement(self.review.moves[ply - 1].mark) if self.review else ""
            text = f"{ply:3} {MARKS[player]} {self.record.game.format_move(move):>5} {judged:9}"
            style = "one" if player == Player.ONE else "two"
            lines.append(Line(ply, f"{text[:width]:{width}}", self._rope(ply), style=style))
        return lines

    def _rope(self, ply: int) -> str:
        if not self.review:
            return ""
        longest = max((s.remoteness or 0 for s in self.review.standings), default=0)
        return rope(self.review.standings[ply], longest, self._room[1])

    # --- keys ----------------------------------------------------------------------------

    def action_turning_point(self) -> None:
        """Go to the move from which on the result stood; that may be the giving up."""
        review, menu = self.review, self.query_one(Menu)
        if review and review.turning_point:
            menu.go_to(review.turning_point.ply)
        elif review:
            menu.go_to(len(menu.lines) - 1 if review.resignation is Mark.MISTAKE else 0)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Enter tries again from there."""
        self.action_try_again()

    def action_try_again(self) -> None:
        """Play on from before the marked move, or from the start."""
        self.place.go_on_from(self.record, max(0, self.ply - 1))

    def action_save(self) -> None:
        """Write a record of the game to a file."""
        self.place.save_record([self.record])


def judgement(mark: Mark) -> str:
    """What a move did, as a mark and a word."""
    return f"{MARKED.get(mark, '=')} {mark}"


def goals(record: Record, indent: int, half: int) -> str:
    """Whose end of the rope is where; after it stands how many moves are left."""
    one, two = (name if len(name) < half - 1 else f"{name[: half - 3]}…" for name in record.names)
    left, right = f"{MARKS[Player.ONE]} {one}", f"{two} {MARKS[Player.TWO]}"
    return f"{'':{indent}}{left:<{half + 1}} {right:>{half + 1}} left"


def rope(standing: Standing, longest: int, half: int) -> str:
    """One row of the tug of war: the mark nears a player's edge as that player's win nears."""
    if standing.winner is None:
        return f"{'':{half}}?"
    known = standing.remoteness is not None
    near = half // 2
    if standing.remoteness is not None:
        near = half - round(standing.remoteness * (half - 1) / (longest + 1))
    line = ("─" if known else "~") * near
    mark = MARKS[standing.winner]
    rest = f" {standing.remoteness}" if known else ""
    if standing.winner == Player.ONE:
        return f"{'':{half - near}}{mark}{line}│{'':{half + 1}}{rest}"
    return f"{'':{half + 1}}│{line}{mark}{'':{half - near}}{rest}"


def summary(review: Review) -> str:
    """How well both played, and where it turned."""
    names = dict(zip(Player, review.record.names, strict=True))
    told = []
    for player in Player:
        share = review.accuracy(player)
        kept = "had nothing to decide" if share is None else f"kept the value in {share:.0%}"
        told.append(f"{names[player]} {kept}{'' if share is None else ' of the decisions'}.")
    turning = review.turning_point
    if turning:
        move = review.record.game.format_move(turning.move)
        told.append(f"It turned at move {turning.ply}, {names[turning.player]}'s {move}.")
    elif not review.solved:
        told.append("Some moves could not be judged in the time given.")
    elif review.moves:
        told.append("Nobody made a mistake with a move.")
    return " ".join([*told, given_up(review)]).strip()


def given_up(review: Review) -> str:
    """Who gave up, if anyone did, and whether that was the mistake."""
    if not review.record.resigned:
        return ""
    name = review.record.names[review.record.resigned - 1]
    lost = review.resignation is Mark.MISTAKE
    return f"{name} resigned a won position." if lost else f"{name} resigned."


def about(review: Review, judged: Judged) -> str:
    """What is to be said of one move."""
    show: Any = review.record.game.format_move
    name = review.record.names[judged.player - 1]
    if judged.mark is Mark.MISTAKE:
        return gave_away(review.record.game, judged, name)
    words = {
        Mark.GOOD: "kept the win",
        Mark.FORCED: "was the only legal move",
        Mark.UNKNOWN: "is not worked out",
    }
    did = words.get(judged.mark, "changed nothing: all moves were worth the same")
    return f"{name}'s {show(judged.move)} {did}. {judged.reason}"
