"""Lessons: each game taught on its own board."""

from __future__ import annotations

import pytest

from divisor_duel.games.registry import GAMES
from divisor_duel.learn.lesson import Goal, lesson_for
from divisor_duel.terminal.tui.screens.lessons import LessonScreen
from tests.terminal.tui.driving import Driver, drive


@pytest.mark.parametrize(
    ("game", "size"),
    [*((game, (50, 20)) for game in GAMES), ("divider", (80, 24)), ("divider", (120, 40))],
)
def test_each_lesson_can_be_walked(game: str, size: tuple[int, int]) -> None:
    """Doing what each step asks leads into a game; question and answer are whole.

    The smallest size shows least, so every lesson is walked at it.
    """
    lesson = lesson_for(GAMES[game])

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(LessonScreen(lesson))
        await driver.at("LessonScreen")
        screen = driver.app.screen
        assert isinstance(screen, LessonScreen)
        await driver.until(lambda: screen.query_one("#question").size.height)
        for at, step in enumerate(lesson.steps):
            await driver.until(lambda at=at: screen.at == at)  # type: ignore[misc]
            await driver.tells(step.text)
            if step.ask is not Goal.READ:
                legal = step.game.legal_moves(step.position)
                move = next(move for move in legal if step.answer(move).right)
                driver.board.point(move)
                await driver.click(move)
                await driver.tells(step.answer(move).text)
            await driver.until(lambda: screen.done)
            await driver.press("enter")
        await driver.at("PlayScreen")

    drive(steps, size=size)


def test_a_wrong_answer_in_a_lesson_is_explained() -> None:
    """A wrong move is answered with why, and the step stays."""

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(LessonScreen(lesson_for(GAMES["chain"])))
        await driver.at("LessonScreen")
        await driver.press("n")
        await driver.shows("step 2 of 7")
        await driver.press("2", "enter")
        await driver.shows("- 2 has many multiples left.")
        await driver.press("b")
        await driver.shows("step 1 of 7")

    drive(steps)


def test_a_right_move_is_followed_by_the_drawing_of_how_to_win() -> None:
    """The drawing stands below the answer; that of the step stays when it is answered."""

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(LessonScreen(lesson_for(GAMES["ladder"])))
        await driver.at("LessonScreen")
        await driver.press("n", "n", "n")
        await driver.shows("step 4 of 7")
        await driver.press("6", "enter")
        await driver.shows("■ 12┄┄□ × (24)")
        await driver.press("escape")
        driver.app.push_screen(LessonScreen(lesson_for(GAMES["divider"])))
        await driver.press("n", "n", "n", "n", "n")
        await driver.shows("step 6 of 7")
        await driver.shows("▪▪ ▪   2 4 8")
        await driver.press("6", "enter")
        await driver.shows("+ Answer the next move")
        await driver.shows("▪▪ ▪   2 4 8")

    drive(steps)
