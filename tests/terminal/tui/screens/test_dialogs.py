"""Dialogs: questions with a few answers, and questions answered by typing."""

from __future__ import annotations

from pathlib import Path

from divisor_duel.terminal.tui.screens.dialogs import TextDialog, confirm
from tests.conftest import saved_games
from tests.terminal.tui.driving import Driver, drive, match_of


def test_resigning_asks_once(home: Path) -> None:
    """The key x asks: n goes on, y ends the game."""

    async def steps(driver: Driver) -> None:
        await driver.press("x")
        await driver.at("ChoiceDialog")
        await driver.press("n")
        await driver.at("PlayScreen")
        await driver.press("x")
        await driver.at("ChoiceDialog")
        await driver.press("y")
        await driver.at("GameOverDialog")
        await driver.shows("Player 2 won!", "Player 1 resigned.")
        assert len(saved_games(home, "finished")) == 1

    drive(steps, match_of("chain"))


def test_answers_are_returned_and_escape_gives_none() -> None:
    """The first answer of a confirmation is no; typed text is returned without its spaces."""
    answers: list[str | None] = []

    async def steps(driver: Driver) -> None:
        for keys in (["enter"], ["y"], ["escape"]):
            driver.app.push_screen(confirm("Really?", "Yes"), answers.append)
            await driver.shows("Really?", "No, go back")
            await driver.press(*keys)
            await driver.at("Home")
        for keys in (["space", "enter"], ["ctrl+u", "enter"], ["escape"]):
            driver.app.push_screen(TextDialog("[b]Name[/b]?", "a.duel"), answers.append)
            await driver.shows("[b]Name[/b]?", "a.duel")
            await driver.press(*keys)
            await driver.at("Home")

    drive(steps)
    assert answers == ["no", "yes", None, "a.duel", None, None]
