"""Exercises: the ideas of a game, one position after the other, and mistakes that come back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from divisor_duel.engine import Analysis
from divisor_duel.errors import DuelError, IllegalMoveError, SavedGameError
from divisor_duel.game import AnyGame
from divisor_duel.learn.exercises import COUNT, Answer, exercise_sets, progress_name
from divisor_duel.learn.lesson import lesson_for
from divisor_duel.learn.practice import Task, due, next_mistake, next_task
from divisor_duel.learn.progress import read_progress, write_progress
from divisor_duel.terminal.diagrams import drawn
from divisor_duel.terminal.how_to_win import how_to_win
from divisor_duel.terminal.tui.background_match import moves_with_players
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, DuelScreen
from divisor_duel.terminal.tui.screens.exercise import Exercise
from divisor_duel.terminal.tui.screens.game_list import GameList
from divisor_duel.terminal.tui.screens.lessons import LessonScreen
from divisor_duel.terminal.tui.widgets.menu import Line, Menu, value_of
from divisor_duel.terminal.tui.widgets.position_view import PositionView
from divisor_duel.terminal.tui.widgets.text import KeyLine
from divisor_duel.terminal.words import as_sentence
from divisor_duel.text import plural

LESSON = "lesson"
"""The value of the line that opens the lesson."""

MISTAKES = "mistakes"
"""The value of the line that opens the mistakes."""

ALL_DONE = "You have done all of these. Press Escape to go back."


class Learn(GameList):
    """The list of games to learn, and the mistakes that come back."""

    QUESTION = "Learn: a few minutes for each game"

    def lines(self) -> list[Line]:
        """Return the games, and the mistakes of all of them."""
        waiting = mistakes_text(self.duel_app.today())
        return [*super().lines(), Line(None, ""), Line(MISTAKES, "Your mistakes", waiting, "m")]

    def on_screen_resume(self) -> None:
        """Count the mistakes again."""
        self.query_one(Menu).show(self.lines())

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Open the mistakes; games open as in any list."""
        if value_of(message, object) == MISTAKES:
            message.prevent_default()  # Textual runs the handler of the base class as well
            self.app.push_screen(ExerciseScreen())

    def following(self, game: type[AnyGame]) -> DuelScreen:
        """Return the lesson and the ideas of a game."""
        return Ideas(game)


class Ideas(DuelScreen):
    """What there is to learn about a game: its lesson, and exercises for each idea."""

    DEFAULT_CSS = "Ideas Menu { margin: 1 1; }"

    def __init__(self, kind: type[AnyGame]) -> None:
        super().__init__()
        self.kind = kind
        """The game."""

    def compose(self) -> ComposeResult:
        yield Static(f"Learn {self.kind.title}", classes="title", markup=False)
        yield Menu(self._lines())
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    def on_screen_resume(self) -> None:
        """Count again what is done."""
        self.query_one(Menu).show(self._lines())

    def _lines(self) -> list[Line]:
        done = read_progress().exercises
        sets = exercise_sets(self.kind)
        wide = max(len(each.title) for each in sets)
        steps = len(lesson_for(self.kind).steps)
        lines = [Line(LESSON, f"{'Lesson':{wide}}", f"{steps} steps", "l"), Line(None, "Exercises")]
        for number, chosen in enumerate(sets, 1):
            count = min(done.get(progress_name(self.kind, chosen.name), 0), COUNT)
            detail = f"{count} of {COUNT} done"
            lines.append(Line(chosen.name, f"{chosen.title:{wide}}", detail, str(number)))
        return lines

    def on_option_list_option_selected(self, message: Menu.OptionSelected) -> None:
        """Open the lesson or the exercises."""
        name = value_of(message, str)
        if name == LESSON:
            self.app.push_screen(LessonScreen(lesson_for(self.kind)))
        else:
            self.app.push_screen(ExerciseScreen(self.kind, name))


class ExerciseScreen(Exercise):
    """One exercise after the other; without a game, the mistakes that come back today."""

    DEFAULT_CSS = """
    ExerciseScreen #question { max-width: 90; }
    ExerciseScreen #answer { color: $success; max-width: 90; max-height: 45%; }
    ExerciseScreen #answer.-wrong { color: $warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "play"),
        Binding("s", "show_answer", "show the answer"),
        Binding("n", "next", "next"),
    ]

    def __init__(self, kind: type[AnyGame] | None = None, name: str = "") -> None:
        super().__init__()
        self._kind = kind
        self._set = name
        self.current: Task | None = None
        """The exercise shown; None while the next one is being made, or if none is left."""
        self.move: int | None = None
        """The winning move that was found or shown; the board shows it."""
        self._tried = False

    # --- showing -------------------------------------------------------------------------

    def begin(self) -> None:
        """Make the next exercise in the background."""
        self.current, self.move, self._tried = None, None, False
        self.set_text("question", "One moment …")
        self._make(partial(_next, self._kind, self._set, self.duel_app.today()))

    @work(exclusive=True, group="make")
    async def _make(self, make: Callable[[], Task | None]) -> None:
        try:
            self.current = await in_daemon_thread(make)
            text = ALL_DONE if self._kind else "No mistakes to practise today."
        except DuelError as error:
            text = as_sentence(error)
        self.answer("")
        if self.current is None:
            self.set_text("title", self._kind.title if self._kind else "Your mistakes")
            self.set_text("question", text)
        self.show()

    def show(self) -> None:
        """Show the exercise, and the winning move once it was found."""
        if not (task := self.current):
            return
        record = task.exercise.record
        self.set_text("title", task.title)
        self.set_text("question", task.question)
        positions = [*record.positions()]
        moves = record.moves
        if self.move is not None:
            moves = (*moves, self.move)
            positions.append(record.game.play(positions[-1], self.move))
        self.position_view.show(
            record.game,
            positions[-1],
            moves_with_players(moves, tuple(positions)),
            pointing=self.move is None,
        )
        self.show_preview()

    def enter_hint(self) -> str:
        """Return what Enter does next."""
        return "Press Enter for the next one." if self.move is not None else ""

    @property
    def enter_does(self) -> str:
        return "next" if self.move is not None else ""

    # --- answering -----------------------------------------------------------------------

    def on_position_view_chosen(self, message: PositionView.Chosen) -> None:
        """Try a move, or continue when the exercise is over."""
        if self.move is not None:
            self.begin()
        elif message.move is not None and self.current:
            self._try(self.current, message.move)

    @work
    async def _try(self, task: Task, move: int) -> None:
        """Judge a move, and say why it wins or loses if its exercise is still open."""
        exercise = task.exercise

        def judge() -> tuple[Answer, Analysis | None]:
            answer = exercise.answer(move)
            return answer, exercise.analysis_of(move) if answer.right else None

        try:
            answer, analysis = await in_daemon_thread(judge)
        except IllegalMoveError as error:
            self.answer(f"- {as_sentence(error)}", right=False)
            return
        if task is not self.current or self.move is not None:
            return
        self._save(task, answer.right)
        if answer.right:
            self._finish(move, f"+ {answer.text}", analysis)
        else:
            self.answer(f"- {answer.text} Try another, or press s.", right=False)

    def action_show_answer(self) -> None:
        """Give up, and show the answer with its reason."""
        if self.current and self.move is None:
            self._show_answer(self.current)

    @work
    async def _show_answer(self, task: Task) -> None:
        analysis = await in_daemon_thread(lambda: task.exercise.analysis)
        solution = task.exercise.solution
        if task is not self.current or self.move is not None or solution is None:
            return
        self._save(task, solved=False)
        self._finish(solution, f"- {analysis.reason}", analysis)

    def _finish(self, move: int, text: str, analysis: Analysis | None) -> None:
        """Show the winning move with why it wins, in words and drawn."""
        self.move = move
        self.show()
        picture = drawn(analysis.strategy, self.drawing_width) if analysis else []
        task = self.current
        own = analysis is not None and task is not None and move == task.exercise.solution
        rules = how_to_win(analysis) if analysis and own else []
        self.answer("\n".join([text, *picture, *rules]))

    def action_next(self) -> None:
        """Go on; an exercise that was skipped comes back another day."""
        if self.current:
            if self.move is None:
                self._save(self.current, solved=False)
            self.begin()

    def _save(self, task: Task, solved: bool) -> None:
        """Save the first try, before it is answered."""
        if self._tried:
            return
        self._tried = True
        try:
            write_progress(task.after(read_progress(), solved, self.duel_app.today()))
        except SavedGameError as error:
            self.notify(f"{error}.", severity="warning", markup=False)


def _next(kind: type[AnyGame] | None, name: str, today: date) -> Task | None:
    """Return the next exercise of a set, or the next mistake of today."""
    progress = read_progress()
    return next_task(progress, kind, name) if kind else next_mistake(progress, today)


def mistakes_text(today: date) -> str:
    """Return how many mistakes come back today, in words."""
    waiting = len(due(read_progress().mistakes, today))
    return f"{plural(waiting, 'position')} to practise today" if waiting else "none today"
