"""Help with the keys of a screen, and the rules of the games."""

from __future__ import annotations

from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.tui.widgets.menu import Menu
from tests.terminal.tui.driving import Driver, drive


def test_home_by_mouse_and_help() -> None:
    """A click on a line of home opens it; ? explains, and Escape closes that."""

    async def steps(driver: Driver) -> None:
        menu = driver.app.screen.query_one(Menu)
        row = next(row for row, line in enumerate(menu.lines) if line.value == "rules")
        await driver.pilot.click(Menu, offset=(8, row))
        await driver.at("Rules")
        await driver.shows("Divider Duel: take a number")
        await driver.press("question_mark")
        await driver.at("Help")
        await driver.shows("Keys", "light or dark")
        await driver.press("escape")
        await driver.at("Rules")

    drive(steps)


def test_rules_can_be_read_to_the_end_on_a_small_screen() -> None:
    """The last words of the longest rules come with Page Down, where the first ones were."""
    kind = max(GAMES.values(), key=lambda kind: len(kind.rules()))
    first, last = kind.rules().split()[0], kind.rules().split()[-1]

    async def steps(driver: Driver) -> None:
        driver.app.rules(kind)
        await driver.at("Rules")
        await driver.shows(f"  {first}")
        shown = driver.text()
        await driver.press(*["pagedown"] * 4)
        await driver.until(lambda: driver.text().splitlines()[-2].endswith(last))
        assert driver.text() != shown

    drive(steps, size=(50, 16))
