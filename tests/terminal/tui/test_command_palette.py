"""The command palette: every screen by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandList

from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.tui.command_palette import commands
from tests.terminal.tui.driving import LOST, Driver, drive, save_finished


@pytest.mark.parametrize(
    ("words", "screen", "shown"),
    [
        ("learn", "Learn", "a few minutes"),
        ("statist", "History", "against the computer"),
        ("review", "ReviewScreen", "Review: Countdown"),
        ("play chain", "NewGameScreen", "Begin"),
        ("learn ladder", "LessonScreen", "step 1 of 7"),
        ("rules of digits", "Rules", "Digits"),
    ],
)
def test_the_command_palette_leads_everywhere(
    words: str, screen: str, shown: str, home: Path
) -> None:
    """The palette finds each screen by its name, and a game in it."""
    save_finished(home, "one", LOST)

    async def steps(driver: Driver) -> None:
        await driver.press("ctrl+p")
        await driver.at("CommandPalette")
        palette = driver.app.screen
        await driver.press(*(key if key != " " else "space" for key in words))
        found = palette.query_one(CommandList)
        await driver.until(lambda: found.option_count and found.highlighted == 0)
        await driver.until(lambda: words in str(found.get_option_at_index(0).prompt).lower())
        await driver.press("enter")
        await driver.at(screen)
        await driver.shows(shown)

    drive(steps)


def test_every_game_can_be_played_learned_and_read_by_name() -> None:
    """Titles are different, and each game has three."""

    async def steps(driver: Driver) -> None:
        titles = [command.title for command in commands(driver.app)]
        assert len(set(titles)) == len(titles)
        for game in GAMES:
            name = game.title()
            assert {f"Play {name}", f"Learn {name}", f"Rules of {name}"} <= set(titles)

    drive(steps)


def test_without_a_finished_game_there_is_nothing_to_review() -> None:
    """The command then says so instead of opening a screen."""

    async def steps(driver: Driver) -> None:
        review = next(each for each in commands(driver.app) if each.title.startswith("Review"))
        review.run()
        await driver.shows("No finished games yet")
        await driver.at("Home")

    drive(steps)
