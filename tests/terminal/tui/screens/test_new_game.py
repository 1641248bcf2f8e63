"""A new game: which one, its options and its players."""

from __future__ import annotations

from pathlib import Path

from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.tui.screens.new_game import NewGameScreen
from tests.terminal.tui.driving import Driver, drive


def test_a_new_game_is_set_up_and_begins(home: Path) -> None:
    """The recommended set-up comes first, rows turn, digits are typed, Enter begins."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.at("ChooseGame")
        await driver.press("down", "down", "enter")
        await driver.at("NewGameScreen")
        screen = driver.app.screen
        assert isinstance(screen, NewGameScreen)
        assert screen.setup.setup_name == "recommended"
        await driver.press("down", "right")
        assert screen.setup.setup_name != "recommended"
        await driver.press("down", "9", "6")
        await driver.shows("Start      ‹ 96 ›", "custom")
        await driver.press("down", "down", "right", "right", "right", "right")
        await driver.shows("Computer   ‹ coach ›", "warns you")
        await driver.press("up", "left")
        await driver.shows("the computer against itself")
        await driver.press("home", "enter")
        await driver.at("GameOverDialog")
        assert driver.play.snapshot.game == GAMES["countdown"](start=96)

    drive(steps)


def test_what_cannot_be_set_up_is_said() -> None:
    """Options that contradict each other are refused in a sentence, and nothing begins."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.at("ChooseGame")
        await driver.press("enter")
        await driver.at("NewGameScreen")
        await driver.press("down", "down", "9", "9", "home", "enter")
        await driver.shows("low must not be above high")
        await driver.at("NewGameScreen")

    drive(steps)


def test_a_number_that_cannot_be_taken_stays_and_is_explained() -> None:
    """Enter takes a typed number as it is; out of range, it is refused in a sentence."""

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(NewGameScreen(GAMES["ladder"](high=20)))
        await driver.at("NewGameScreen")
        await driver.press("down", "down", "3", "0", "enter")
        await driver.shows("High       ‹ 30 ›")
        await driver.press("1", "enter")
        await driver.shows("High       ‹ 1 ›")
        await driver.tells("High must be a whole number from 2 to")
        await driver.press("home", "enter")
        await driver.at("NewGameScreen")

    drive(steps)
