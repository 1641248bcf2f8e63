"""The coach: warnings before a move, remarks after it."""

from __future__ import annotations

from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN, Record
from tests.terminal.tui.driving import Driver, drive


def test_the_coach_warns_and_explains() -> None:
    """Before a win is thrown away the coach asks; afterwards it says what was better."""
    record = Record(
        GAMES["countdown"](start=60), names=("Ann", "Coach"), levels=(HUMAN, "coach"), seed=1
    )

    async def steps(driver: Driver) -> None:
        for key, ply in (("n", 0), ("y", 2)):
            await driver.press("2", "enter")
            await driver.at("ChoiceDialog")
            await driver.shows("Sure?", "2 gives the win back")
            await driver.press(key)
            await driver.at("PlayScreen")
            await driver.until(lambda ply=ply: driver.play.snapshot.ply == ply)  # type: ignore[misc]
        await driver.shows("Coach: 2 gave the win back")

    drive(steps, Match([record]))
