"""Walks from screen to screen: from the list of games to a review, and names on the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from divisor_duel.terminal.tui.screens.review import ReviewScreen
from tests.conftest import saved_games
from tests.terminal.tui.driving import LOST, Driver, drive, save_finished


def test_review_jumps_to_the_turning_point_and_tries_again(home: Path) -> None:
    """The last mistake is marked with what would have won, and play goes on from before it."""
    save_finished(home, "one", LOST)

    async def steps(driver: Driver) -> None:
        await driver.press("g")
        await driver.at("History")
        await driver.shows("Computer (easy) beat Ann  4 moves; Ann resigned", "Countdown  0/1")
        await driver.press("enter")
        await driver.at("ReviewScreen")
        screen = driver.app.screen
        assert isinstance(screen, ReviewScreen)
        await driver.until(lambda: screen.review)
        await driver.shows("- mistake", "threw away a win")
        assert screen.review
        assert screen.review.turning_point
        ply = screen.review.turning_point.ply
        assert screen.ply == ply
        await driver.press("up", "t", "a")
        await driver.at("PlayScreen")
        await driver.until(lambda: len(saved_games(home)) == 1)
        assert driver.play.snapshot.record.moves[: ply - 1] == LOST.moves[: ply - 1]

    drive(steps)


def test_names_are_text_and_neither_markup_nor_control(home: Path) -> None:
    """On home, among the games, in the review and at the board a name is shown as it is written."""
    names = ("[red]Ann[/]", "[@click=app.leave]Ben[/]")
    hostile = (f"\x1b[2J\x1b]0;title\x07{names[0]}\u202e", f"{names[1]}\x9b2J\r")
    save_finished(home, "one", replace(LOST, names=hostile, levels=("human", "human")))
    saved = save_finished(
        home, "two", replace(LOST, names=hostile, levels=("human", "human"), resigned=None)
    )
    games = home / ".local/share/divisor-duel/games"
    games.mkdir(parents=True)
    saved.rename(games / "two.duel")

    async def steps(driver: Driver) -> None:
        await driver.tells(f"Countdown: {names[0]} against {names[1]}")
        await driver.press("g")
        await driver.at("History")
        await driver.tells(f"{names[1]} beat {names[0]}")
        await driver.press("enter")
        await driver.at("ReviewScreen")
        screen = driver.app.screen
        assert isinstance(screen, ReviewScreen)
        await driver.until(lambda: screen.review)
        await driver.tells(names[0])
        assert not set(driver.text()) & set("\x1b\x9b\x07\r\u202e")
        await driver.press("escape", "escape", "c")
        await driver.at("PlayScreen")
        await driver.tells(names[0])
        assert not set(driver.text()) & set("\x1b\x9b\x07\r\u202e")

    drive(steps)
