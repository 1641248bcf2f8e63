"""Dialogs: questions with a few answers, and questions answered by typing."""

from __future__ import annotations

from pathlib import Path

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
        await driver.shows("Player 2 wins: Player 1 resigned.")
        assert len(saved_games(home, "finished")) == 1

    drive(steps, match_of("chain"))
