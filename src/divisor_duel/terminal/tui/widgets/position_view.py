"""A position with its headline, notes and board, and the move being typed."""

from __future__ import annotations

from contextlib import suppress
from string import ascii_uppercase
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Digits, Static

from divisor_duel.drawing.scene import Played, Preview, Scene, preview, scene_of
from divisor_duel.errors import IllegalMoveError, MoveTextError
from divisor_duel.game import AnyGame, Position
from divisor_duel.terminal.tui.match_text import preview_text
from divisor_duel.terminal.tui.widgets.board import Board
from divisor_duel.terminal.words import as_sentence

MOST_DIGITS = 20
"""Most digits of a move being typed."""
LARGE = 9
"""Minimum rows for a large headline: it takes four, and the board needs some."""


def digit_bindings(description: str) -> list[Binding]:
    """Return bindings of all digits to an action ``digit``."""
    return [
        Binding(digit, f"digit('{digit}')", description, show=False, key_display="digits")
        for digit in "0123456789"
    ]


class PositionView(Vertical):
    """Shows a position, and reports the move pointed at or chosen."""

    DEFAULT_CSS = """
    PositionView { width: 1fr; height: 1fr; padding: 0 0 0 1; }
    PositionView #headline { height: auto; width: auto; margin-bottom: 1; }
    PositionView #notes { height: auto; color: $faint; margin-bottom: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *digit_bindings("type a move, Enter plays it"),
        *(
            Binding(
                letter,
                f"letter('{letter}')",
                "type a digit above 9 (Shift and its letter)",
                show=False,
                key_display="A to Z",
            )
            for letter in ascii_uppercase
        ),
        Binding("colon", "colon", "type a move of either game, such as 1:4", show=False),
        Binding("backspace", "correct", "type a move, Enter plays it", show=False),
    ]

    class Pointed(Message):
        """The cursor has moved, or something was typed."""

    class Chosen(Message):
        """Enter was pressed; the move may be illegal, or None if there is none."""

        def __init__(self, move: int | None) -> None:
            super().__init__()
            self.move = move

    def __init__(self) -> None:
        super().__init__()
        self.typed = ""
        """The digits of a move typed so far."""
        self._shown: tuple[AnyGame, Position] | None = None
        self._moves: Played = ()
        self._room = 0
        self._refused = False

    def compose(self) -> ComposeResult:
        yield Digits(id="headline")
        yield Static(id="notes", markup=False)
        yield Board(id="board")

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    def show(self, game: AnyGame, position: Position, moves: Played, pointing: bool = True) -> None:
        """Show a position and the moves that led there."""
        if self._shown != (game, position):
            self.typed = ""
        self._shown, self._moves, self._room = (game, position), moves, self.board.room
        self._head(scene := scene_of(game, position, moves, self.board.room))
        self.board.show(scene, pointing)

    def on_resize(self) -> None:
        """Redraw the headline: a text below may have taken rows, or freed some."""
        self._head(self.board.scene)

    def on_board_resized(self, message: Board.Resized) -> None:
        """Lay the position out again if the board is wider or narrower than before."""
        message.stop()
        if self._shown and self._room != self.board.room:
            self.show(*self._shown, self._moves, self.board.pointing)
            self.post_message(self.Pointed())

    def _head(self, scene: Scene) -> None:
        """Show the headline, large if there is room, and the notes above the board."""
        wide, high = len(scene.headline) * 3 <= self.size.width - 2, self.size.height >= LARGE
        large = bool(scene.headline) and wide and high
        notes = scene.notes if large or not scene.headline else (scene.headline, *scene.notes)
        headline = self.query_one("#headline", Digits)
        headline.update(scene.headline if large else "")
        headline.display = large
        self.query_one("#notes", Static).update("\n".join(notes))
        self.query_one("#notes").display = bool(notes)

    def show_preview(self) -> str:
        """Preview the move under the cursor on the board; return the preview in words."""
        effect, text = self._preview_move()
        self.board.show_preview(effect)
        return text

    def _preview_move(self) -> tuple[Preview | None, str]:
        number = self.board.cursor
        if self.typed and self._shown:
            try:
                self._shown[0].parse_move(self.typed)
            except MoveTextError as error:
                return None, as_sentence(error)
            return None, f"Your move: {self.typed}_   (Enter plays it, Backspace corrects it)"
        if self._shown is None or number is None or not self.board.pointing:
            return None, ""
        game, position = self._shown
        try:
            effect = preview(game, position, number, self.board.scene, self.board.room)
        except IllegalMoveError as error:
            return None, as_sentence(error)
        return effect, preview_text(
            game, position, number, effect, max(20, self.app.size.width - 4)
        )

    def on_board_pointed(self, message: Board.Pointed) -> None:
        """Report the cursor; moving it elsewhere drops the digits typed so far."""
        message.stop()
        if self.typed and self._typed_move() != message.number:
            self.typed = ""
        self.post_message(self.Pointed())

    def _typed_move(self) -> int | None:
        """Return the move typed so far, if it is one."""
        if self._shown:
            with suppress(MoveTextError):
                return self._shown[0].parse_move(self.typed)
        return None

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Choose the typed move, or else the one under the cursor."""
        message.stop()
        move = self._typed_move() if self.typed else message.number
        self._refused = bool(self.typed) and move is None
        if self._refused:
            return  # the preview still says why, until something else is typed
        self.typed = ""
        self.post_message(self.Chosen(move))

    def action_digit(self, digit: str) -> None:
        """Add a digit to the move being typed."""
        before = "" if self._refused else self.typed
        self._type(f"{before}{digit}"[:MOST_DIGITS])

    def action_letter(self, letter: str) -> None:
        """Add a letter to the move being typed, on a board that has letters."""
        if any(cell.text.isalpha() for cell in self.board.scene.cells):
            self.action_digit(letter)

    def action_colon(self) -> None:
        """Type the colon of moves such as 1:4, in games that write them so."""
        if self._shown and any(":" in self._write(cell.number) for cell in self.board.scene.cells):
            self.action_digit(":")

    def _write(self, move: int) -> str:
        return self._shown[0].format_move(move) if self._shown else ""

    def action_correct(self) -> None:
        """Remove the last digit typed."""
        self._type(self.typed[:-1])

    def _type(self, text: str) -> None:
        self.typed, self._refused = text, False
        move = self._typed_move()
        if move is not None:
            self.board.point(move)
        self.post_message(self.Pointed())
