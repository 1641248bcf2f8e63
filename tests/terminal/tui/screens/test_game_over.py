"""The end of a game: rematch, swap and the next round."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import saved_games
from tests.terminal.tui.driving import Driver, drive, match_of


def test_the_end_is_a_beginning(home: Path) -> None:
    """A rematch begins anew, a swap lets the other begin, and both are saved."""

    async def steps(driver: Driver) -> None:
        for key, begins in (("m", 1), ("w", 2)):
            before = driver.play
            await driver.press("x")
            await driver.at("ChoiceDialog")
            await driver.press("y")
            await driver.at("GameOverDialog")
            await driver.press(key)
            await driver.until(lambda before=before: driver.play is not before)  # type: ignore[misc]
            await driver.until(lambda: len(saved_games(home)) == 1)
            assert driver.play.snapshot.record.first == begins
            await driver.at("PlayScreen")

    drive(steps, match_of("chain"))


def test_rounds_wait_for_the_players() -> None:
    """After a round its score is shown, and the next begins when it is asked for."""

    async def steps(driver: Driver) -> None:
        await driver.press("7", "enter")
        await driver.at("GameOverDialog")
        await driver.shows("Round 1 of 3. Score: Player 1 1, Player 2 0.")
        await driver.press("n")
        await driver.until(lambda: len(driver.play.snapshot.records) == 2)
        await driver.shows("Player 2 begins.", "round 2 of 3")

    drive(steps, match_of("digits", rounds=3))
