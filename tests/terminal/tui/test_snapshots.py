"""The main screens as text, at three sizes: what a person sees is pinned line by line.

With DUEL_SNAPSHOTS=write the files are written anew instead; look at the difference.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from divisor_duel.games.registry import GAMES
from divisor_duel.learn.lesson import lesson_for
from divisor_duel.play.record import Record, write_records
from divisor_duel.terminal.tui.screens.lessons import LessonScreen
from divisor_duel.terminal.tui.screens.review import ReviewScreen
from tests.terminal.tui.driving import NOON, Driver, drive, match_of

FOLDER = Path(__file__).parents[2] / "data" / "tui"
SIZES = [(50, 20), (80, 24), (120, 40)]
SCREENS = ("home", "board", "end", "review", "games", "lesson", "setup", "welcome", "first", "won")


LOOKS = ("paper", "ink", "no-colour")
"""Boards pinned with the style of every letter: light, dark, and without colours."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("theme", LOOKS)
def test_boards_are_coloured_as_pinned(
    theme: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board in light, dark and without colours, with the cursor, taken and removed numbers."""
    if theme == "no-colour":
        monkeypatch.setenv("NO_COLOR", "1")
    file = FOLDER / f"{theme}-{size[0]}x{size[1]}.txt"

    async def steps(driver: Driver) -> None:
        if theme != "no-colour":
            driver.app.theme = theme
        for ply, move in enumerate("46", 1):
            await driver.press(move, "enter")
            await driver.until(lambda ply=ply: driver.play.snapshot.ply == ply)  # type: ignore[misc]
        await driver.press("5")
        await driver.shows("Your move: 5_")
        await driver.press("backspace")
        await driver.shows("5: also removes 10")
        await compare(driver, file, driver.styled)

    drive(steps, match_of("divider", high=14), size=size)


async def seen(driver: Driver, name: str) -> None:
    """What is on the screen is, once all is drawn, what was pinned."""
    width, height = driver.app.size
    await compare(driver, FOLDER / f"{name}-{width}x{height}.txt", driver.text)


async def compare(driver: Driver, file: Path, shown: Callable[[], str]) -> None:
    """Wait until the screen shows what was pinned in a file."""
    if os.environ.get("DUEL_SNAPSHOTS") == "write":
        await driver.pilot.pause(1)
        file.parent.mkdir(exist_ok=True)
        file.write_text(shown())
    pinned = file.read_text()
    await driver.until(lambda: shown() == pinned)


def keep(home: Path, folder: str, record: Record) -> None:
    """A game in the data folder, left or ended an hour before noon."""
    path = home / ".local/share/divisor-duel" / folder / f"{record.game.id}.duel"
    path.parent.mkdir(parents=True)
    path.write_text(write_records([record]))
    os.utime(path, (NOON.timestamp() - 3600, NOON.timestamp() - 3600))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_screens_look_as_pinned(size: tuple[int, int], home: Path) -> None:
    """Home, a board with its end, a review, the list of games, a lesson and a set-up."""
    left = Record(GAMES["chain"](), (12, 6, 18, 36), names=("Ann", "Ben"), date="2026-11-16")
    done = Record(
        GAMES["countdown"](start=60),
        (2, 2, 28, 7, 7, 7),
        names=("Ann", "Computer"),
        levels=("human", "easy"),
        date="2026-11-15",
    )
    keep(home, "games", left)
    keep(home, "finished", done)

    async def steps(driver: Driver) -> None:
        await driver.shows("Ann against Ben", "for everyone")
        await seen(driver, "home")
        await driver.press("c")
        await driver.at("PlayScreen")
        await driver.shows("The game continues.")
        await seen(driver, "board")
        await driver.press("x")
        await driver.at("ChoiceDialog")
        await driver.press("y")
        await driver.at("GameOverDialog")
        await driver.shows("in a winning position")
        await seen(driver, "end")
        await driver.press("h")
        await driver.at("Home")
        driver.app.review(replace(done, moves=done.moves[:3]))
        await driver.at("ReviewScreen")
        screen = driver.app.screen
        assert isinstance(screen, ReviewScreen)
        await driver.until(lambda: screen.review)
        await driver.press("home")
        await driver.shows("Ann missed every")
        await seen(driver, "review")
        await driver.press("escape", "g")
        await driver.at("History")
        await driver.shows("Computer (easy) beat")
        await seen(driver, "games")
        driver.app.enter(LessonScreen(lesson_for(GAMES["ladder"])))
        await driver.shows("step 1 of 7", "4: 2 x 2")
        await seen(driver, "lesson")
        driver.app.new_game(GAMES["chain"](opening="even"))
        await driver.shows("Begin", "recommended")
        await seen(driver, "setup")

    drive(steps, size=size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_first_start_looks_as_pinned(size: tuple[int, int]) -> None:
    """The welcome, the first game after a move, and its end."""

    async def steps(driver: Driver) -> None:
        await driver.at("Welcome")
        await seen(driver, "welcome")
        await driver.press(*"Ann", "enter")
        await driver.at("FirstGame")
        for move, ply in (("4", 2), ("3", 4), ("7", 5)):
            await driver.shows("Ann: your turn")
            await driver.press(move, "enter")
            await driver.until(lambda ply=ply: driver.play.snapshot.ply == ply)  # type: ignore[misc]
            if ply == 2:
                await driver.shows("Well done!")
                await seen(driver, "first")
        await driver.at("GameOverDialog")
        await driver.shows("No turning point.")
        await seen(driver, "won")

    drive(steps, size=size, welcome=True)


def test_no_pinned_screen_is_forgotten() -> None:
    """Every file belongs to a screen and a size, and none is missing."""
    names = {f"{screen}-{width}x{height}" for screen in SCREENS for width, height in SIZES}
    names |= {f"{look}-{width}x{height}" for look in LOOKS for width, height in SIZES}
    assert {path.stem for path in FOLDER.glob("*.txt")} == names
