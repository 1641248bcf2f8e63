"""What lessons and puzzles share: a question, a board and a response."""

from __future__ import annotations

from divisor_duel.games.registry import GAMES
from divisor_duel.learn.lesson import Goal, lesson_for
from divisor_duel.terminal.tui.screens.exercise import Exercise
from divisor_duel.terminal.tui.screens.lessons import LessonScreen
from divisor_duel.terminal.tui.widgets.text import ScrollingText
from tests.terminal.tui.driving import Driver, drive

LESSON = lesson_for(GAMES["chain"])


def test_below_the_board_is_the_preview_or_what_enter_does() -> None:
    """Before an answer the move under the cursor is described; after it, how to continue."""
    asked = next(at for at, step in enumerate(LESSON.steps) if step.ask is not Goal.READ)
    step = LESSON.steps[asked]
    right = next(move for move in step.game.legal_moves(step.position) if step.answer(move).right)

    async def steps(driver: Driver) -> None:
        screen = LessonScreen(LESSON)
        screen.at = asked
        driver.app.push_screen(screen)
        await driver.at("LessonScreen")
        await driver.until(lambda: driver.board.scene.cells)
        driver.board.point(right)
        await driver.shows(f"{right}: ")
        assert screen.enter_hint() == ""
        await driver.press("enter")
        await driver.shows("Press Enter for the next step.")
        assert not driver.board.pointing

    drive(steps)


def test_a_wrong_answer_is_styled_and_a_right_one_is_not() -> None:
    """The response is marked as wrong until the next right one."""

    async def steps(driver: Driver) -> None:
        screen: Exercise = LessonScreen(LESSON)
        driver.app.push_screen(screen)
        await driver.at("LessonScreen")
        await driver.until(lambda: driver.board.scene.cells)
        response = screen.query_one("#answer", ScrollingText)
        for right in (False, True):
            screen.answer(f"It is {right}.", right)
            await driver.shows(f"It is {right}.")
            assert response.has_class("-wrong") is not right

    drive(steps)
