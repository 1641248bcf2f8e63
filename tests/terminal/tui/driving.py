"""Driving the app: keys and mouse in, text of the screen out, and waiting for facts."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from datetime import date, datetime
from pathlib import Path
from random import Random
from string import ascii_letters
from typing import Any

from textual.pilot import Pilot

from divisor_duel.engine.levels import Choice
from divisor_duel.game import AnyGame, Player
from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN, Record, write_records
from divisor_duel.terminal.new_match import new_match
from divisor_duel.terminal.tui.app import DuelApp
from divisor_duel.terminal.tui.screens.play import PlayScreen
from divisor_duel.terminal.tui.widgets.board import Board

NOON = datetime(2026, 11, 16, 12, 0)
"""What time it is in tests."""
TODAY = NOON.date()


def first_legal(level: str, game: AnyGame, positions: Any, rng: Random) -> Choice:
    """A computer that takes no time: the smallest legal move."""
    return Choice(game.legal_moves(positions[-1])[0])


class Patient(DuelApp):
    """The app, with notices that stay: a slow machine must not miss them."""

    NOTIFICATION_TIMEOUT = 600


class Driver:
    """One app under test."""

    def __init__(self, app: DuelApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    async def until(self, fact: Callable[[], Any]) -> None:
        """Wait for something that is about to be true, whatever threads it takes."""
        end = time.monotonic() + float(os.environ.get("DUEL_WAIT", "300"))
        while not fact():
            assert time.monotonic() < end, f"it did not happen; the screen shows:\n{self.text()}"
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys, and let their messages be handled."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def shows(self, *words: str) -> None:
        """Wait until the screen shows all these words."""
        await self.until(lambda: all(word in self.text() for word in words))

    async def tells(self, sentence: str) -> None:
        """Wait until the screen shows all of a sentence, in however many rows."""
        wanted = " ".join(sentence.split())
        await self.until(lambda: wanted in " ".join(self.text().split()))

    async def at(self, screen: str) -> None:
        """Wait until the screen of this name is on."""
        await self.until(lambda: type(self.app.screen).__name__ == screen)

    async def click(self, number: int) -> None:
        """Click on a number of the board."""
        columns, rows = self.board.size
        offset = next(
            (x, y)
            for y in range(rows)
            for x in range(columns)
            if self.board.number_at(x, y) == number
        )
        await self.pilot.click(Board, offset=offset)
        await self.pilot.pause()

    @property
    def board(self) -> Board:
        """The board of the screen that is on."""
        return self.app.screen.query_one(Board)

    @property
    def play(self) -> PlayScreen:
        """The board screen, on top or below a dialog."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, PlayScreen))

    def text(self) -> str:
        """What the screen shows, without colours."""
        screen = self.app.screen
        strips = screen._compositor.render_strips(screen.size)
        lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
        return "\n".join(lines).rstrip() + "\n"

    def styled(self) -> str:
        """What the screen shows, each line with the letters of its styles below, and a legend."""
        screen = self.app.screen
        letters: dict[str, str] = {}
        rows = []
        for strip in screen._compositor.render_strips(screen.size):
            text = "".join(segment.text for segment in strip)
            styles = "".join(
                letters.setdefault(str(segment.style), ascii_letters[len(letters)])
                * len(segment.text)
                for segment in strip
            )
            rows += [text.rstrip(), styles[: len(text.rstrip())]]
        legend = [f"{letter} {style}" for style, letter in letters.items()]
        return "\n".join([*rows, *legend]) + "\n"


def drive(
    steps: Callable[[Driver], Awaitable[None]],
    match: Match | None = None,
    size: tuple[int, int] = (80, 24),
    motion: bool = False,
    welcome: bool = False,
    choose: Callable[[str, AnyGame, Any, Random], Choice] = first_legal,
    today: date = TODAY,
) -> None:
    """Run the app without a terminal, and these steps in it."""

    async def run() -> None:
        opening = (match, None) if match else None
        app = Patient(
            opening,
            welcome=welcome,
            pause=0,
            now=lambda: NOON,
            today=lambda: today,
            choose=choose,
        )
        app.animation_level = "full" if motion else "none"
        async with app.run_test(size=size, notifications=True) as pilot:
            driver = Driver(app, pilot)
            if not welcome:
                await driver.at("PlayScreen" if match else "Home")
            if match:
                await driver.until(lambda: driver.board.scene.cells or driver.play.snapshot.outcome)
            await steps(driver)

    asyncio.run(run())


def match_of(game: str, computer: bool = False, rounds: int = 1, **options: Any) -> Match:
    """A match that chance does not touch."""
    levels = (HUMAN, "easy") if computer else (HUMAN, HUMAN)
    return new_match(GAMES[game](**options), levels=levels, rounds=rounds, seed=1)


def save_finished(home: Path, name: str, record: Record) -> Path:
    """Write a finished game to the data folder."""
    folder = home / ".local/share/divisor-duel/finished"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.duel"
    path.write_text(write_records([record]))
    return path


LOST = Record(
    GAMES["countdown"](start=60),
    (2, 2, 2, 2),
    names=("Ann", "Computer"),
    levels=("human", "easy"),
    resigned=Player.ONE,
)
"""Ann could have won from 60 by 15, and resigned at 52."""
