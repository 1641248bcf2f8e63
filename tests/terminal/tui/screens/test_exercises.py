"""Exercises on the full screen: answered, explained, saved, and back on another day."""

from __future__ import annotations

from datetime import timedelta

from divisor_duel.games.registry import GAMES
from divisor_duel.learn.exercises import exercise_of
from divisor_duel.learn.practice import missed
from divisor_duel.learn.progress import Progress, read_progress, write_progress
from divisor_duel.terminal.tui.screens.exercises import ExerciseScreen, Ideas, Learn
from tests.terminal.tui.driving import TODAY, Driver, drive

DIVIDER = GAMES["divider"]
FIRST = exercise_of(DIVIDER, "partner", 1)


def test_a_miss_is_refuted_and_saved_and_the_answer_explained() -> None:
    """The first try counts: a wrong one comes back, and the right one then gives the rules."""
    wrong = next(move for move in FIRST.values if move not in FIRST.winning)

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(Learn())
        await driver.shows("Your mistakes  none today")
        await driver.press("enter")
        await driver.shows("Leave partners")
        await driver.press("3")
        await driver.shows(" Divider Duel: Leave partners, exercise 1 of 12")
        await driver.press(*str(wrong), "enter")
        await driver.shows(f"- {wrong} loses: your opponent replies")
        assert [mistake.moves for mistake in read_progress().mistakes] == [FIRST.record.moves]
        await driver.press(*str(FIRST.solution), "enter")
        await driver.shows("+ Right. Now every number has a partner")
        await driver.shows("How to win:")
        await driver.press("enter")
        await driver.shows("exercise 2 of 12")
        await driver.press("s")
        await driver.shows("Press Enter for the next one.")
        await driver.press("escape")
        await driver.shows("2 of 12 done")

    drive(steps)
    progress = read_progress()
    assert progress.exercises == {"divider/partner": 2}
    assert len(progress.mistakes) == 2


def test_mistakes_come_back_on_their_day() -> None:
    """What was missed yesterday is asked today, once."""
    write_progress(missed(Progress(), [FIRST.record], TODAY - timedelta(days=2)))

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(Learn())
        await driver.shows("1 position to practise today")
        await driver.press("m")
        await driver.shows("You missed this position before.")
        await driver.press(*str(FIRST.solution), "enter")
        await driver.shows("+ Right.")
        await driver.press("enter")
        await driver.shows("No mistakes to practise today.")

    drive(steps)
    assert [mistake.stage for mistake in read_progress().mistakes] == [1]


def test_a_set_that_is_done_says_so() -> None:
    """After the last exercise there is a sentence, and no board to press."""
    write_progress(Progress(exercises={"divider/end": 60}))

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(Ideas(DIVIDER))
        await driver.shows("12 of 12 done")
        driver.app.push_screen(ExerciseScreen(DIVIDER, "end"))
        await driver.shows("You have done all of these.")
        await driver.press("n", "s", "enter")

    drive(steps)
