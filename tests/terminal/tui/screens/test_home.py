"""Home: its letters, its mouse and what it shows."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from divisor_duel.learn.daily import Result
from divisor_duel.play.record import write_records
from divisor_duel.terminal.finished_games import FinishedMatch
from divisor_duel.terminal.saved_games import new_save
from divisor_duel.terminal.tui.screens.home import ago, day_text, menu_lines, recent_games_text
from tests.conftest import saved_games
from tests.terminal.tui.driving import LOST, NOON, Driver, drive


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
def test_letters_open_screens_and_escape_closes_them(key: str, screen: str) -> None:
    """Each letter of home opens its screen, and Escape goes back."""

    async def steps(driver: Driver) -> None:
        await driver.press(key)
        await driver.at(screen)
        await driver.press("escape")
        await driver.at("Home")

    drive(steps)


@pytest.mark.parametrize(
    ("result", "days", "text"),
    [
        (None, 0, "the same for everyone; three tries"),
        (None, 3, "3 days in a row: keep it up"),
        (Result(1, (False,)), 0, "started; 2 tries left"),
        (Result(1, (False, False)), 2, "started; 1 try left"),
        (Result(1, (True,)), 1, "solved; 1 day in a row"),
        (Result(1, (False, False, False)), 0, "not solved; the next one comes tomorrow"),
    ],
)
def test_the_day_is_summed_up(result: Result | None, days: int, text: str) -> None:
    """Before, during and after the puzzle of the day its line says how it stands."""
    assert day_text(result, days) == text


@pytest.mark.parametrize(
    ("gone", "text"),
    [
        ({"seconds": 59}, "just now"),
        ({"seconds": -60}, "just now"),
        ({"minutes": 1}, "1 minute ago"),
        ({"minutes": 59, "seconds": 59}, "59 minutes ago"),
        ({"hours": 1, "minutes": 59}, "1 hour ago"),
        ({"hours": 47}, "1 day ago"),
        ({"days": 400}, "400 days ago"),
    ],
)
def test_times_are_rounded_down(gone: dict[str, int], text: str) -> None:
    """The largest whole unit counts, and a clock that went back is now."""
    assert ago(NOON, NOON - timedelta(**gone)) == text


def test_recent_games_are_told_with_their_winners() -> None:
    """The last six games are listed and all of them counted."""
    game = FinishedMatch(Path("one.duel"), (LOST,))
    lines = recent_games_text([game] * 8).splitlines()
    assert lines.count("Countdown: Computer (easy) won in 4 moves") == 6
    assert lines[-1].split() == ["Countdown", "0/8"]
    assert "No finished games yet." in recent_games_text([])


def test_only_games_that_can_be_resumed_are_offered(home: Path) -> None:
    """Damaged games and those of other windows are left out; one that is over is filed."""
    folder = home / ".local/share/divisor-duel/games"
    folder.mkdir(parents=True)
    open_game = replace(LOST, resigned=None)
    for name, text in (
        ("good", write_records([open_game])),
        ("over", write_records([LOST])),
        ("damaged", "nonsense"),
    ):
        (folder / f"{name}.duel").write_text(text)
    elsewhere = new_save("chain")
    elsewhere.save([open_game])
    first, line, *_ = menu_lines(datetime.now())
    assert (first.text, line.key, line.text) == (
        "Continue",
        "c",
        "Countdown: Ann against Computer (easy)",
    )
    assert line.detail == "Ann to move, just now"
    paths = [line.value for line in menu_lines(datetime.now()) if isinstance(line.value, Path)]
    assert [path.stem for path in paths] == ["good"]
    assert [path.stem for path in saved_games(home, "finished")] == ["over"]
    elsewhere.close()
