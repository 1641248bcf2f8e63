"""Lessons: each game taught on its own board, step by step."""

from __future__ import annotations

from threading import Thread
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Game
from divisor_duel.lesson import Goal, Lesson, Reaction, Step, lesson_for
from divisor_duel.terminal.place.background import played
from divisor_duel.terminal.place.game_list import GameList
from divisor_duel.terminal.place.screens import KeyLine, Keys, Room
from divisor_duel.terminal.place.stage import Stage
from divisor_duel.terminal.place.telling import sentence


class Tried(Message):
    """A move that was tried has been judged."""

    def __init__(self, step: Step, move: int, answer: Reaction) -> None:
        super().__init__()
        self.step = step
        self.move = move
        self.answer = answer


class Learn(GameList):
    """Which lesson?"""

    QUESTION = "Learn: a few minutes for each game"

    def following(self, game: type[Game[Any]]) -> Room:
        """Its lesson."""
        return LessonScreen(lesson_for(game))


class LessonScreen(Room):
    """One lesson; the step and its answer are all that it keeps."""

    DEFAULT_CSS = """
    LessonScreen #text { height: auto; padding: 1 2; text-style: bold; max-width: 90; }
    LessonScreen #answer { height: auto; min-height: 2; padding: 0 2; color: $success;
                           max-width: 90; }
    LessonScreen #answer.-wrong { color: $warning; }
    LessonScreen #foresight { height: 2; padding: 0 2; color: $faint; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "step(1)", show=False),
        Binding("b", "step(-1)", show=False),
    ]
    KEYS: ClassVar[Keys] = (
        ("Enter", "play, or go on", "screen.choose"),
        ("b", "back a step", "screen.step(-1)"),
        ("n", "skip", "screen.step(1)"),
        ("?", "help", "app.explain"),
        ("Esc", "leave", "screen.back"),
    )

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.lesson = lesson
        """What is taught."""
        self.at = 0
        """Which step is shown, from 0."""
        self.done = False
        """Whether what it asks has been done."""
        self.move: int | None = None
        """The move that was right, which is shown on the board."""

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.lesson.steps[self.at]

    def compose(self) -> ComposeResult:
        yield Static(id="title", classes="title", markup=False)
        yield Static(id="text", markup=False)
        yield Stage()
        yield Static(id="answer", markup=False)
        yield Static(id="foresight", markup=False)
        yield KeyLine(self.KEYS)

    def on_mount(self) -> None:
        self.query_one(Stage).board.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.done, self.move = self.step.ask is Goal.READ, None
        self.query_one("#answer", Static).update("")
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show the step, and the move that was right if it was made."""
        step, count = self.step, len(self.lesson.steps)
        name = self.lesson.kind.title
        self.query_one("#title", Static).update(f"{name}: step {self.at + 1} of {count}")
        self.query_one("#text", Static).update(step.text)
        moves = step.moves if self.move is None else (*step.moves, self.move)
        positions = [step.game.start()]
        for move in moves:
            positions.append(step.game.play(positions[-1], move))
        asking = not self.done and step.ask is not Goal.READ
        stage = self.query_one(Stage)
        stage.show(step.game, positions[-1], played(moves, positions), pointing=asking)
        self._foresee()

    def _foresee(self) -> None:
        told = self.query_one(Stage).foresee()
        if self.done:
            last = self.at == len(self.lesson.steps) - 1
            told = "Enter plays this game." if last else "Enter goes on."
        self.query_one("#foresight", Static).update(told, layout=False)

    def on_stage_pointed(self, message: Stage.Pointed) -> None:
        """The cursor has moved."""
        self._foresee()

    def action_choose(self) -> None:
        """Play what the cursor is on, or go on."""
        self.query_one(Stage).board.action_choose()

    def on_stage_chosen(self, message: Stage.Chosen) -> None:
        """Try a move, or go on when the step is done."""
        if self.done:
            self.action_step(1)
        elif message.move is not None:
            try:
                self.step.game.play(self.step.position, message.move)
            except IllegalMoveError as error:
                self._say(sentence(error), right=False)
            else:
                self._try(self.step, message.move)

    def _try(self, step: Step, move: int) -> None:
        """Have a move judged beside the screen, which may take a moment."""

        def work() -> None:
            self.post_message(Tried(step, move, step.answer(move)))

        Thread(target=work, daemon=True, name="lesson").start()

    def on_tried(self, message: Tried) -> None:
        """Say whether it was right, if its step is still shown and asks."""
        step, answer = message.step, message.answer
        if step is not self.step or self.done:
            return
        reply = (
            ""
            if answer.reply is None
            else f" They would answer {step.game.format_move(answer.reply)}."
        )
        self._say(f"{answer.text}{reply}", answer.right)
        if answer.right:
            self.done, self.move = True, message.move
        self.show()

    def _say(self, text: str, right: bool) -> None:
        line = self.query_one("#answer", Static)
        line.set_class(not right, "-wrong")
        line.update(f"{'+' if right else '-'} {text}" if text else "")

    def action_step(self, by: int) -> None:
        """Go to another step; after the last one, to a real game."""
        if self.at + by >= len(self.lesson.steps):
            self.place.new_game(self.step.game)
        elif self.at + by >= 0:
            self.at += by
            self._begin()
