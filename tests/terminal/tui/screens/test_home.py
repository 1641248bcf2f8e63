"""Home: its letters, its mouse and what it shows."""

from __future__ import annotations

import pytest

from tests.terminal.tui.driving import Driver, drive


@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("p", "ChooseGame"),
        ("d", "Puzzles"),
        ("m", "Puzzles"),
        ("l", "Learn"),
        ("g", "History"),
        ("r", "Rules"),
    ],
)
def test_letters_open_doors_and_escape_closes_them(key: str, screen: str) -> None:
    """Each letter of home leads to its screen, and Escape leads back."""

    async def steps(driver: Driver) -> None:
        await driver.press(key)
        await driver.at(screen)
        await driver.press("escape")
        await driver.at("Home")

    drive(steps)
