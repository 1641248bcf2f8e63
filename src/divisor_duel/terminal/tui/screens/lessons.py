"""Lessons: each game taught on its own board, step by step."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from divisor_duel.engine import Analysis
from divisor_duel.errors import IllegalMoveError
from divisor_duel.learn.lesson import Goal, Lesson, Reaction, Step
from divisor_duel.terminal.diagrams import diagram_text, drawn
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.new_match import lesson_match
from divisor_duel.terminal.tui.background_match import moves_with_players
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS
from divisor_duel.terminal.tui.screens.exercise import Exercise
from divisor_duel.terminal.tui.widgets.position_view import PositionView
from divisor_duel.terminal.words import as_sentence


class LessonScreen(Exercise):
    """One lesson; its only state is the step and the answer given."""

    DEFAULT_CSS = """
    LessonScreen #question { max-width: 90; }
    LessonScreen #answer { color: $success; max-width: 90; max-height: 45%; }
    LessonScreen #answer.-wrong { color: $warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "play"),
        Binding("escape", "back", "leave"),
        Binding("n", "step(1)", "skip"),
        Binding("b", "step(-1)", "back a step"),
    ]

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.lesson = lesson
        """The lesson being taught."""
        self.at = 0
        """Which step is shown, from 0."""
        self.done = False
        """Whether the step's task has been done."""
        self.move: int | None = None
        """The right move, once it was found; the board shows it."""

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.at]

    def begin(self) -> None:
        """Show the current step, with no answer yet."""
        self.done, self.move = self.step.ask is Goal.READ, None
        self.answer("\n".join(self._drawn(None)))
        self.show()

    def _drawn(self, analysis: Analysis | None) -> list[str]:
        """Return how to win as an analysis says, or what is drawn with the step's text."""
        step, width = self.step, self.drawing_width
        if analysis:
            return drawn(analysis.strategy, width)
        return [diagram_text(diagram, step.game, width) for diagram in step.diagrams]

    def show(self) -> None:
        """Show the step, and the right move once it was found."""
        step, count = self.step, len(self.lesson.steps)
        name = self.lesson.kind.short_title
        self.set_text("title", f"{name}: step {self.at + 1} of {count}")
        self.set_text("question", step.text)
        moves = step.moves if self.move is None else (*step.moves, self.move)
        positions = tuple(step.game.positions(moves))
        asking = not self.done and step.ask is not Goal.READ
        self.position_view.show(
            step.game, positions[-1], moves_with_players(moves, positions), pointing=asking
        )
        self.show_preview()

    def enter_hint(self) -> str:
        """Return what Enter does next: another step, or a game after the last one."""
        if not self.done:
            return ""
        return "Press Enter to play this game." if self._last else "Press Enter for the next step."

    @property
    def enter_does(self) -> str:
        if not self.done:
            return ""
        return "play this game" if self._last else "next step"

    @property
    def _last(self) -> bool:
        return self.at == len(self.lesson.steps) - 1

    def on_position_view_chosen(self, message: PositionView.Chosen) -> None:
        """Try a move, or continue when the step is done."""
        if self.done:
            self.action_step(1)
        elif message.move is not None:
            self._try(self.step, message.move)

    @work
    async def _try(self, step: Step, move: int) -> None:
        """Judge a move, and show whether it was right if its step is still shown and open."""

        def judge() -> tuple[Reaction, Analysis | None]:
            answer = step.answer(move, command_engine())
            return answer, step.analysis_of(move, command_engine()) if answer.right else None

        analysis = None
        try:
            answer, analysis = await in_daemon_thread(judge)
        except IllegalMoveError as error:
            answer = Reaction(False, as_sentence(error))
        if step is not self.step or self.done:
            return
        reply = (
            ""
            if answer.reply is None
            else f" Your opponent would reply {step.game.format_move(answer.reply)}."
        )
        sign = "+" if answer.right else "-"
        self.answer(
            "\n".join([f"{sign} {answer.text}{reply}", *self._drawn(analysis)]), answer.right
        )
        if answer.right:
            self.done, self.move = True, move
        self.show()

    def action_step(self, by: int) -> None:
        """Go to another step; after the last one, play its game on the side that can win."""
        if self.at + by >= len(self.lesson.steps):
            self.duel_app.open_match(lesson_match(self.step))
        elif self.at + by >= 0:
            self.at += by
            self.begin()
