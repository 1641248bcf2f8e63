"""A game screen with help from the engine: the panel, the best line and hints."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from divisor_duel.diagram import Diagram
from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.game import AnyGame, Position, Value
from divisor_duel.terminal.diagrams import board_letters
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.tui.background_match import MatchSnapshot
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.screens.base import DuelScreen
from divisor_duel.terminal.tui.screens.show_me import ShowMeScreen
from divisor_duel.terminal.tui.widgets import analysis_panel
from divisor_duel.terminal.tui.widgets.board import Board
from divisor_duel.terminal.tui.widgets.position_view import PositionView
from divisor_duel.terminal.words import as_sentence

if TYPE_CHECKING:
    from divisor_duel.engine import Analysis


SECONDS = 12.0
"""Time limit per position, in seconds; what is not found by then stays unknown."""


class AnalysisReady(Message):
    """The engine has a new analysis."""

    def __init__(self, analysis: Analysis, last: bool) -> None:
        super().__init__()
        self.analysis = analysis
        self.last = last


class AdvisedScreen(DuelScreen):
    """A screen that can show the engine's analysis and hints for the position shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("p", "panel", "panel"),
        Binding("w", "show_me", "show me the answer to any reply (panel)", show=False),
        Binding("[", "ahead(-1)", "step through the best line (panel)", show=False),
        Binding("]", "ahead(1)", "step through the best line (panel)", show=False),
    ]
    snapshot: MatchSnapshot
    """The state of the match shown."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0
        """How many moves of the best line are shown on the board."""
        self.analysis: Analysis | None = None
        """The engine's analysis of the position shown, if requested."""
        self.diagrams: tuple[Diagram, ...] = ()
        """How the winner wins, drawn once the analysis is complete."""
        self.thinking = False
        """Whether a better analysis may still follow."""
        self._hints = 0
        self._pointed: int | None = None
        """The hinted move the cursor was last put on; then the player moves the cursor."""

    @abstractmethod
    def show(self) -> None:
        """Show the snapshot and, when looking ahead, the moves of the best line after it."""

    @abstractmethod
    def say(self, sentence: str, warning: bool = False) -> None:
        """Show a sentence in the message line."""

    @property
    def position_view(self) -> PositionView:
        """The widget that shows the position."""
        return self.query_one(PositionView)

    @property
    def board(self) -> Board:
        """The board."""
        return self.position_view.board

    def note_help(self) -> None:
        """Note that the player to move was helped, where games are recorded."""

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
        """Drop the analysis and the hints, because another position is shown."""
        self.ahead, self._hints, self.analysis, self._pointed = 0, 0, None, None
        self.diagrams = ()

    def ask_engine(self) -> None:
        """Analyse the position if the panel is open or the player asked for a hint."""
        if not self._panel_open and not self._hints:
            return
        if self.snapshot.person_to_move:
            self.note_help()
        if not self.snapshot.outcome and not self.analysis:
            self.thinking = True
            self._analyse(self.snapshot.game, self.snapshot.position)

    @work(exclusive=True, group="analysis")
    async def _analyse(self, game: AnyGame, position: Position) -> None:
        """Send better and better analyses, and the last one again when there are no more."""
        worker = get_current_worker()

        def explore() -> Analysis | None:
            latest = None
            for latest in command_engine().explore(game, position, SECONDS):
                if worker.is_cancelled:
                    break
                self.post_message(AnalysisReady(latest, last=False))
            return latest

        latest = await in_daemon_thread(explore)
        if latest:
            self.post_message(AnalysisReady(latest, last=True))

    def on_analysis_ready(self, message: AnalysisReady) -> None:
        """Show the analysis if it is still about this position."""
        analysis, snapshot = message.analysis, self.snapshot
        current = analysis.position == snapshot.position and analysis.game == snapshot.game
        if current and not self.ahead:  # keep a line that the player is stepping through
            self.analysis, self.thinking = analysis, not message.last
            self.show_panel()
            self._show_hint()
            if message.last and self._panel_open:
                self._draw(analysis)

    @work(exclusive=True, group="diagrams")
    async def _draw(self, analysis: Analysis) -> None:
        """Draw how the winner wins, in the panel and on the board."""
        diagrams = await in_daemon_thread(lambda: diagrams_of_analysis(analysis))
        if self.analysis is analysis:
            self.diagrams = diagrams
            self.show_panel()

    def show_panel(self) -> None:
        """Show the analysis in the panel and on the board, if the panel is open."""
        if not self._panel_open:
            self.board.mark({}, {})
            return
        outcome = self.snapshot.outcome
        for widget in self.query(analysis_panel.AnalysisPanel):
            width = max(20, widget.size.width - 3)
            drawn = analysis_panel.diagrams_text(self.snapshot.game, self.diagrams, width)
            text = analysis_panel.panel_text(
                self.analysis, self.board.cursor, self.ahead, self.thinking, drawn
            )
            widget.update(as_sentence(outcome.reason) if outcome else text)
        if self.analysis and not self.ahead:
            values = {move.move: move.value for move in self.analysis.moves}
            self.board.mark(values, board_letters(self.diagrams))

    def action_show_me(self) -> None:
        """Show the winner's answer to any reply."""
        analysis = self.analysis
        if not self._panel_open or analysis is None or analysis.value is None:
            self.say("Open the panel with p first; then w shows the answer to any reply.")
        elif analysis.strategy is None:
            self.say("No winning move is known yet, so there is nothing to show.")
        else:
            played = self.snapshot.moves_with_players
            self.app.push_screen(ShowMeScreen(analysis, analysis.strategy, played))

    def action_ahead(self, by: int) -> None:
        """Step through the best line."""
        if self.analysis and self._panel_open and by:
            self.ahead = max(0, min(len(self.analysis.line), self.ahead + by))
            self.show()

    def looked_ahead(self) -> tuple[tuple[Position, ...], tuple[int, ...]]:
        """Return the positions and moves so far, plus `ahead` moves of the best line."""
        positions, moves = self.snapshot.positions, self.snapshot.record.moves
        for move in self.analysis.line[: self.ahead] if self.analysis else ():
            positions = (*positions, self.snapshot.game.play(positions[-1], move))
            moves = (*moves, move)
        return positions, moves

    # --- hints ---------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Give the next hint: a nudge, then the idea, then the move with its proof."""
        if self.snapshot.person_to_move:
            self._hints, self._pointed = min(3, self._hints + 1), None
            self.ask_engine()
            self._show_hint()

    def _show_hint(self) -> None:
        """Show the current hint, and put the cursor on its move once it names one."""
        if not self._hints:
            return
        if self.analysis is None or (self.thinking and self.analysis.value is Value.UNKNOWN):
            self.say("Finding a hint …")
            return
        from divisor_duel.learn.hints import hint_from

        hint = hint_from(self.analysis, self._hints)
        text = hint.text
        if hint.move is not None and self._panel_open:  # leave the rows to the board
            name = self.analysis.game.format_move(hint.move)
            named = text.removesuffix(self.analysis.reason) or f"Play {name}. "
            text = f"{named}The panel says why."
        self.say(f"Hint {self._hints} of 3: {text}")
        if hint.move is not None and hint.move != self._pointed:
            self._pointed = hint.move
            self.board.point(hint.move)
