"""Menus: a line that is too long takes more rows, and stays one line to choose."""

from __future__ import annotations

from divisor_duel.terminal.place.menu import Menu
from tests.terminal.place.driving import Driver, drive


def test_long_lines_are_shown_whole_and_chosen_as_one() -> None:
    """In 50 columns no line of the games is cut, and a click on its second row chooses it."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.at("ChooseGame")
        await driver.shows("Climb multiples of your own number.", "Who cannot climb loses.")
        assert "…" not in driver.text()
        menu = driver.app.screen.query_one(Menu)
        assert menu.size.height == 10
        await driver.pilot.click(Menu, offset=(20, 3))
        await driver.at("NewGameScreen")
        await driver.shows("Ladder")
        await driver.press("escape", "down", "down")
        assert menu.at == 3
        await driver.press("enter")
        await driver.shows("Chain")

    drive(steps, size=(50, 20))
