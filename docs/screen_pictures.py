"""Draw the full screen from the real app: each picture is what its screen shows, as SVG."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path

from textual.pilot import Pilot

from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Match
from divisor_duel.play.record import Record
from divisor_duel.terminal.new_match import new_match
from divisor_duel.terminal.tui.app import DuelApp

NOW = datetime(2026, 11, 16, 12, 0)
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
TIMEOUT = 120.0
"""Longest wait for a screen, in seconds."""

Steps = Callable[[DuelApp, "Pilot[None]"], Awaitable[None]]


def shown_text(app: DuelApp) -> str:
    """Return the text on the screen."""
    strips = app.screen._compositor.render_strips(app.screen.size)
    text = "\n".join("".join(segment.text for segment in strip) for strip in strips)
    return " ".join(text.split())


async def until(pilot: Pilot[None], words: str) -> None:
    """Wait until the screen shows these words."""
    app = pilot.app
    assert isinstance(app, DuelApp)
    async with asyncio.timeout(TIMEOUT):
        while words not in shown_text(app):
            await pilot.pause(0.05)
    await pilot.pause(0.2)


def game(name: str, levels: tuple[str, str], names: tuple[str, str], **options: int) -> Match:
    """Return a match that is the same each time."""
    return new_match(GAMES[name](**options), levels, names, seed=1)


def against_a_person(name: str, *moves: int, **options: int) -> Match:
    """Return a match of two people after these moves."""
    match = game(name, ("human", "human"), ("Ann", "Ben"), **options)
    for move in moves:
        match.round.play(move)
    return match


async def first(app: DuelApp, pilot: Pilot[None]) -> None:
    """The first game of a newcomer, after a move and its answer."""
    app.save_name("Ann")
    app.first_game()
    await until(pilot, "Move with the arrow keys")
    await pilot.press("4", "enter")
    await until(pilot, "Well done!")


async def board(app: DuelApp, pilot: Pilot[None]) -> None:
    """A game that is half played, with the cursor on a number."""
    app.open_match(against_a_person("divider", 4, 6, high=14))
    await until(pilot, "Ann to move")
    await pilot.press("5", "backspace")
    await until(pilot, "5: also removes 10")


async def explained(app: DuelApp, pilot: Pilot[None]) -> None:
    """The panel with the partners, which the board shows too."""
    app.open_match(against_a_person("divider", high=14))
    await until(pilot, "Ann to move")
    await pilot.press("p")
    await until(pilot, "Arcs join partners")


async def end(app: DuelApp, pilot: Pilot[None]) -> None:
    """The end of a game, with its turning point."""
    app.open_match(against_a_person("divider", 2, 3, 5, high=9))
    await until(pilot, "Ben to move")
    await pilot.press("7", "enter")
    await until(pilot, "Turning point")


async def reviewed(app: DuelApp, pilot: Pilot[None]) -> None:
    """A review, at the turning point."""
    app.review(Record(GAMES["chain"](high=30), (24, 3, 15, 5, 10, 2, 22, 11), names=("Ann", "Ben")))
    await until(pilot, "threw away a win")


async def summed(app: DuelApp, pilot: Pilot[None]) -> None:
    """Two games at once."""
    from divisor_duel.games.registry import every_game

    match = new_match(every_game()["sum"](), names=("Ann", "Ben"), seed=1)
    match.round.play(8)
    app.open_match(match)
    await until(pilot, "Ben to move")


async def home(app: DuelApp, pilot: Pilot[None]) -> None:
    """The first screen."""
    await until(pilot, "for everyone")


SCREENS: dict[str, tuple[Steps, str, tuple[int, int]]] = {
    "screen-home": (home, "paper", (100, 24)),
    "screen-first": (first, "paper", (80, 26)),
    "screen-board": (board, "paper", (100, 28)),
    "screen-explained": (explained, "ink", (120, 40)),
    "screen-end": (end, "paper", (80, 26)),
    "screen-review": (reviewed, "ink", (120, 32)),
    "screen-sum": (summed, "paper", (100, 28)),
}
"""Each picture's steps, theme and size."""


async def draw(steps: Steps, theme: str, size: tuple[int, int]) -> str:
    """Return the screen after these steps as SVG, in a font that every system has."""
    app = DuelApp(pause=0, now=lambda: NOW, today=NOW.date)
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        app.theme = theme
        await steps(app, pilot)
        drawn = app.export_screenshot(title="duel")
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    return re.sub(r"font-family: ?[^;]*;", f"font-family: {FONT};", drawn)


def draw_screens(folder: Path) -> None:
    """Write the picture of each screen, in a home folder of its own."""
    for name, (steps, theme, size) in SCREENS.items():
        with tempfile.TemporaryDirectory() as home_folder:
            os.environ["HOME"] = os.environ["XDG_DATA_HOME"] = home_folder
            (folder / f"{name}.svg").write_text(asyncio.run(draw(steps, theme, size)))
