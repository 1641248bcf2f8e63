"""A board that the engine can be asked about: the panel, the best line, and hints."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from divisor_duel.game import Value
from divisor_duel.terminal.place import panel
from divisor_duel.terminal.place.background import Moment
from divisor_duel.terminal.place.board import Board
from divisor_duel.terminal.place.screens import Room
from divisor_duel.terminal.place.stage import Stage
from divisor_duel.terminal.place.thinker import Thinker

if TYPE_CHECKING:
    from divisor_duel.engine import Analysis


class Found(Message):
    """The engine has found something."""

    def __init__(self, analysis: Analysis, last: bool) -> None:
        super().__init__()
        self.analysis = analysis
        self.last = last


class Advised(Room):
    """What a screen with a stage and panels knows of the moment beyond the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", show=False),
        Binding("p", "panel", show=False),
        Binding("left_square_bracket", "ahead(-1)", show=False),
        Binding("right_square_bracket", "ahead(1)", show=False),
    ]
    moment: Moment
    """What is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0
        """How many moves of the best line are shown on the board."""
        self.analysis: Analysis | None = None
        """What the engine has found about the position shown, if it was asked."""
        self.thinking = False
        """Whether the engine may still find more."""
        self._hints = 0
        self._pointed: int | None = None
        """The move of a hint at which the cursor was put: from there on it is the player's."""
        self._thinker = Thinker(lambda *found: self.post_message(Found(*found)))

    @abstractmethod
    def show(self) -> None:
        """Show the moment, and as many moves of the best line as are looked at."""

    @abstractmethod
    def say(self, sentence: str, warning: bool = False) -> None:
        """Say something in the one quiet line."""

    @property
    def stage(self) -> Stage:
        """Where the position is shown."""
        return self.query_one(Stage)

    @property
    def board(self) -> Board:
        """The board."""
        return self.stage.board

    def leave(self) -> None:
        """Ask no more."""
        self._thinker.stop()

    # --- the panel -----------------------------------------------------------------------

    @property
    def _panel_open(self) -> bool:
        return self.has_class("-panel")

    def action_panel(self) -> None:
        """Open or close the panel."""
        self.toggle_class("-panel")
        if not self._panel_open:
            self.ahead = 0
        self.ask_engine()
        self._show_hint()
        self.call_after_refresh(self.show)

    def forget(self) -> None:
        """Drop what was known: another position is shown."""
        self.ahead, self._hints, self.analysis, self._pointed = 0, 0, None, None

    def ask_engine(self) -> None:
        """Have the position explored, if anybody wants to know."""
        if (self._panel_open or self._hints) and not self.moment.outcome and not self.analysis:
            self.thinking = True
            self._thinker.ask(self.moment.game, self.moment.position)

    def on_found(self, message: Found) -> None:
        """Show what the engine has found, if it is still about this position."""
        found = message.analysis
        here = found.position == self.moment.position and found.game == self.moment.game
        if here and not self.ahead:  # a line that is being stepped through stays as it is
            self.analysis, self.thinking = found, not message.last
            self.show_panel()
            self._show_hint()

    def show_panel(self) -> None:
        """Show what is known in the panel and as marks on the board, if the panel is open."""
        if not self._panel_open:
            self.board.mark({})
            return
        text = panel.told(self.analysis, self.board.cursor, self.ahead, self.thinking)
        for each in self.query(panel.Panel):
            each.update("The game is over." if self.moment.outcome else text)
        if self.analysis and not self.ahead:
            self.board.mark({move.move: move.value for move in self.analysis.moves})

    def action_ahead(self, by: int) -> None:
        """Step through the best line."""
        if self.analysis and self._panel_open and by:
            self.ahead = max(0, min(len(self.analysis.line), self.ahead + by))
            self.show()

    def looked_ahead(self) -> tuple[tuple[Any, ...], tuple[int, ...]]:
        """The positions and moves so far, with those of the best line that are looked at."""
        positions, moves = self.moment.positions, self.moment.record.moves
        for move in self.analysis.line[: self.ahead] if self.analysis else ():
            positions = (*positions, self.moment.game.play(positions[-1], move))
            moves = (*moves, move)
        return positions, moves

    # --- hints ---------------------------------------------------------------------------

    def action_hint(self) -> None:
        """A nudge first, then the idea, then the move with its proof."""
        if self.moment.waits:
            self._hints, self._pointed = min(3, self._hints + 1), None
            self.ask_engine()
            self._show_hint()

    def _show_hint(self) -> None:
        """Say the hint that was asked for, and point at its move once it names one."""
        if not self._hints:
            return
        if self.analysis is None or (self.thinking and self.analysis.value is Value.UNKNOWN):
            self.say("Thinking about a hint …")
            return
        from divisor_duel.hints import hint_from

        told = hint_from(self.analysis, self._hints)
        text = told.text
        if told.move is not None and self._panel_open:  # the board needs the rows more
            text = f"{text.removesuffix(self.analysis.reason)}The panel says why."
        self.say(f"Hint {self._hints} of 3: {text}")
        if told.move is not None and told.move != self._pointed:
            self._pointed = told.move
            self.board.point(told.move)
