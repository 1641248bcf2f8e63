"""The review of a finished game on the full screen."""

from __future__ import annotations

from dataclasses import replace

from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.review import review
from divisor_duel.play.record import Record
from divisor_duel.terminal.tui.screens.review import ReviewScreen, move_comment, summary
from tests.terminal.tui.driving import Driver, drive


def test_a_review_judges_giving_up_and_moves_without_a_choice() -> None:
    """Resigning a won position is said to be one, and an only move is said to be the only one."""
    won = review(Record(GAMES["countdown"](start=60), names=("Ann", "Ben"), resigned=Player.ONE))
    assert summary(won).endswith("Ann resigned a won position.")
    lost = review(Record(GAMES["countdown"](start=9), names=("Ann", "Ben"), resigned=Player.ONE))
    assert summary(lost).endswith("Ann resigned.")
    only = review(Record(GAMES["countdown"](start=9), (3,), names=("Ann", "Ben")))
    assert move_comment(only, only.moves[0]).startswith("Ann's 3 was the only legal move.")


def test_the_turning_point_may_be_the_giving_up() -> None:
    """Who gave up a won game finds the last position at t; without a mistake t is the start."""
    even = Record(GAMES["countdown"](start=60), (15, 3), names=("Ann", "Ben"))

    async def look(driver: Driver, record: Record, ply: int) -> None:
        screen = ReviewScreen(record)
        driver.app.push_screen(screen)
        await driver.until(lambda: screen.review)
        await driver.press("home", "t")
        await driver.until(lambda: screen.ply == ply)

    async def steps(driver: Driver) -> None:
        await look(driver, replace(even, resigned=Player.ONE), 2)
        await driver.shows("Ann resigned a won position.")
        await look(driver, even, 0)

    drive(steps)
