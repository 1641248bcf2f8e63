"""Show me: point at any reply, and see the winner's answer, as deep as you like."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from divisor_duel.drawing.scene import Played
from divisor_duel.engine import Analysis
from divisor_duel.engine.strategies import reply_in_words
from divisor_duel.errors import DuelError
from divisor_duel.game import Position
from divisor_duel.strategy import Strategy
from divisor_duel.terminal.how_to_win import how_to_win
from divisor_duel.terminal.tui.background_match import moves_with_players
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, SCROLL_KEYS, DuelScreen
from divisor_duel.terminal.tui.widgets.position_view import PositionView
from divisor_duel.terminal.tui.widgets.text import KeyLine, ScrollingText


class ShowMeScreen(DuelScreen):
    """The board after the winner's move: the cursor is on a reply, and the text has its answer."""

    DEFAULT_CSS = """
    ShowMeScreen #steps { height: auto; max-height: 40%; color: $faint; padding: 0 1; }
    ShowMeScreen #answer { height: auto; min-height: 2; max-height: 6; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "continue from there"),
        Binding("u", "step_back", "one step back"),
        Binding("escape", "back", "back"),
        *SCROLL_KEYS,
    ]

    def __init__(
        self, analysis: Analysis, strategy: Strategy[Position], played: Played = ()
    ) -> None:
        super().__init__()
        self.analysis = analysis
        """The analysis of the position that it begins with."""
        self.strategy = strategy
        """The winner's strategy."""
        self.positions = [analysis.position]
        """The positions of the line shown, from there on."""
        self.moves = list[int]()
        """The moves of the line shown."""
        self._played = played
        self._answer: int | None = None
        if analysis.position.to_move == strategy.winner:
            self._play(strategy.answer(analysis.position))
        self._begun = len(self.moves)

    @property
    def _reader_wins(self) -> bool:
        return bool(self.strategy.winner == self.analysis.position.to_move)

    def compose(self) -> ComposeResult:
        yield Static(f"Show me: {self.analysis.game.phrase()}", classes="title", markup=False)
        yield ScrollingText(id="steps")
        yield PositionView()
        yield ScrollingText(id="answer")
        yield KeyLine()

    def on_mount(self) -> None:
        steps = [self.analysis.reason, *how_to_win(self.analysis)]
        self.query_one("#steps", ScrollingText).update("\n".join(steps))
        self.query_one(PositionView).board.focus()
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def _play(self, move: int) -> None:
        self.moves.append(move)
        self.positions.append(self.analysis.game.play(self.positions[-1], move))

    def _show(self) -> None:
        """Show the position after the line so far."""
        game = self.analysis.game
        view = self.query_one(PositionView)
        over = game.outcome(self.positions[-1])
        played = (*self._played, *moves_with_players(self.moves, self.positions))
        view.show(game, self.positions[-1], played, pointing=not over)
        if over:
            self._say(f"The game is over. Player {int(over.winner)} wins: {over.reason}.")
        else:
            self._point()

    def _say(self, text: str) -> None:
        line = " ".join(self.analysis.game.format_move(move) for move in self.moves)
        so_far = f"So far: {line}\n" if line else ""
        self.query_one("#answer", ScrollingText).update(f"{so_far}{text}")

    def on_position_view_pointed(self, message: PositionView.Pointed) -> None:
        """Show the answer to the reply under the cursor."""
        self._point()

    def _point(self) -> None:
        game, lost = self.analysis.game, self.positions[-1]
        view = self.query_one(PositionView)
        view.show_preview()
        reply, self._answer = view.board.cursor, None
        if reply is None or reply not in game.legal_moves(lost):
            self._say("Point at a reply to see the answer.")
        else:
            self._say("Thinking …" if not self.strategy.by_rules else "")
            self._find_answer(lost, reply)

    @work(exclusive=True, group="answer")
    async def _find_answer(self, lost: Position, reply: int) -> None:
        """Find the winner's answer, which takes a while where no rule is known."""
        answer, text = await in_daemon_thread(lambda: self._answer_to(lost, reply))
        board = self.query_one(PositionView).board
        if lost is self.positions[-1] and board.cursor == reply:
            self._answer = answer
            self._say(text)

    def _answer_to(self, lost: Position, reply: int) -> tuple[int | None, str]:
        """Return the winner's answer, 0 if the reply ends the game, and a sentence about it.

        The answer is None if it was not found in time.
        """
        game, strategy, wins = self.analysis.game, self.strategy, self._reader_wins
        reached = game.play(lost, reply)
        if game.outcome(reached):
            return 0, reply_in_words(game, lost, reply, 0, winning=wins)
        try:
            rule = strategy.rule_for(reached)
        except DuelError:
            return None, "The answer was not found in time. Try another reply."
        answer = rule.move(reached)
        said = reply_in_words(game, lost, reply, answer, winning=wins)
        if game.outcome(game.play(reached, answer)):
            return answer, said
        words = rule.words(strategy.position)
        number = strategy.steps.index(words) + 1 if words in strategy.steps else 0
        return answer, f"{said} (Step {number} of how to win.)" if number else said

    def action_choose(self) -> None:
        """Go on to the position after the reply and its answer."""
        self.query_one(PositionView).board.action_choose()

    def on_position_view_chosen(self, message: PositionView.Chosen) -> None:
        """Go on to the position after the reply and its answer, once that is known."""
        game, reply = self.analysis.game, self.query_one(PositionView).board.cursor
        if self._answer is None or reply is None or game.outcome(self.positions[-1]):
            return
        answer = self._answer
        self._play(reply)
        if answer:
            self._play(answer)
        self._show()

    def action_step_back(self) -> None:
        """Take back the last reply and its answer; at the beginning, go back to the game."""
        if len(self.moves) <= self._begun:
            self.action_back()
            return
        while True:
            self.moves.pop()
            self.positions.pop()
            if self.positions[-1].to_move != self.strategy.winner:
                break
        self._show()
