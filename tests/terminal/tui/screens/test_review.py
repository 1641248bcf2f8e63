"""The review of a finished game on the full screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.review import Mark, review
from divisor_duel.play.record import Record
from divisor_duel.terminal.tui.screens.review import (
    ReviewScreen,
    mark_text,
    move_comment,
    summary,
    tug_of_war_heading,
)
from tests.terminal.tui.driving import Driver, drive


def test_a_review_judges_giving_up_and_moves_without_a_choice() -> None:
    """The review names a won position that was resigned, and a move that was the only one."""
    won = review(Record(GAMES["countdown"](start=60), names=("Ann", "Ben"), resigned=Player.ONE))
    assert summary(won).endswith("Ann resigned in a winning position.")
    lost = review(Record(GAMES["countdown"](start=9), names=("Ann", "Ben"), resigned=Player.ONE))
    assert summary(lost).endswith("Ann resigned.")
    only = review(Record(GAMES["countdown"](start=9), (3,), names=("Ann", "Ben")))
    assert move_comment(only, only.moves[0]).startswith("Ann's 3 was the only legal move.")


def test_the_turning_point_may_be_the_giving_up() -> None:
    """If a won game was resigned, t goes to the last position; without a mistake, to the start."""
    even = Record(GAMES["countdown"](start=60), (15, 3), names=("Ann", "Ben"))

    async def look(driver: Driver, record: Record, ply: int) -> None:
        screen = ReviewScreen(record)
        driver.app.push_screen(screen)
        await driver.until(lambda: screen.review)
        await driver.press("home", "t")
        await driver.until(lambda: screen.ply == ply)

    async def steps(driver: Driver) -> None:
        await look(driver, replace(even, resigned=Player.ONE), 2)
        await driver.shows("Ann resigned in a winning position.")
        await look(driver, even, 0)

    drive(steps)


def test_a_long_comment_scrolls_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80x24 a comment that does not fit can be read to its end."""
    long = f"{'A long reason. ' * 80}This is the end."
    monkeypatch.setattr("divisor_duel.terminal.tui.screens.review.summary", lambda _: long)

    async def steps(driver: Driver) -> None:
        screen = ReviewScreen(Record(GAMES["countdown"](start=60), (15, 3), names=("Ann", "Ben")))
        driver.app.push_screen(screen)
        await driver.until(lambda: screen.review)
        await driver.press("home")
        await driver.shows("Ctrl+Down: read more")
        await driver.press(*["ctrl+down"] * 20)
        await driver.tells("This is the end.")
        await driver.press("end")
        await driver.until(lambda: "Ctrl+Down" not in driver.text())

    drive(steps)


def test_a_mistake_is_drawn_below_its_comment() -> None:
    """It is the drawing of how the player would have won; other moves have none."""
    moves = (15, 15, 10, 5, 5, 2, 4, 2)

    async def steps(driver: Driver) -> None:
        screen = ReviewScreen(Record(GAMES["countdown"](start=60), moves, names=("Ann", "Ben")))
        driver.app.push_screen(screen)
        await driver.until(lambda: screen.review)
        await driver.until(lambda: screen.ply == 3)
        await driver.press(*["ctrl+down"] * 10)
        await driver.shows("odd      15    9   3")
        await driver.press("up")
        await driver.until(lambda: "odd      15" not in driver.text())

    drive(steps)


def test_long_names_are_cut_above_the_tug_of_war() -> None:
    """The heading is as wide as the rows below it."""
    record = Record(GAMES["countdown"](start=60), names=("Ann", "Maximilian the Great"))
    assert tug_of_war_heading(record, 4, 12) == "    ● Ann          Maximilia… ■ left"


def test_every_judgement_has_a_sign() -> None:
    """A plus, a minus or a question mark; what changed nothing has an equals sign."""
    assert {mark: mark_text(mark)[:2] for mark in Mark} == {
        Mark.GOOD: "+ ",
        Mark.MISTAKE: "- ",
        Mark.SAME: "= ",
        Mark.FORCED: "= ",
        Mark.UNKNOWN: "? ",
    }


def test_a_good_move_is_not_contradicted_by_its_reason() -> None:
    """The reason may recommend another winning move, so it is called one way to win."""
    good = review(Record(GAMES["countdown"](), (15,)))
    assert move_comment(good, good.moves[0]).startswith(
        "Player 1's 15 was a winning move. One way to win: Take 3 to leave 57."
    )
