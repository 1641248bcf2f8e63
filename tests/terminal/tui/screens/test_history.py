"""The finished games: listed, copied and deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.terminal.tui.screens import history
from tests.terminal.tui.driving import LOST, Driver, drive, save_finished


def test_finished_games_are_copied_and_deleted(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy never replaces another file, and deleting asks first."""
    monkeypatch.chdir(tmp_path)
    path = save_finished(home, "one", LOST)
    copy = tmp_path / "copy.duel"

    async def save(driver: Driver) -> None:
        await driver.press("s")
        await driver.at("TextDialog")
        await driver.press("ctrl+u", *copy.name, "enter")
        await driver.at("History")

    async def steps(driver: Driver) -> None:
        await driver.press("g")
        await driver.at("History")
        await save(driver)
        assert copy.read_text() == path.read_text()
        await save(driver)
        await driver.shows("exists")
        await driver.press("d")
        await driver.at("ChoiceDialog")
        await driver.press("y")
        await driver.shows("   No finished games yet")
        assert not path.exists()

    drive(steps)


def test_of_very_many_games_the_older_are_counted(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen opens quickly whatever the folder holds, and says what it leaves out."""
    monkeypatch.setattr(history, "MOST_SHOWN", 2)
    for name in ("one", "two", "three"):
        save_finished(home, name, LOST)

    async def steps(driver: Driver) -> None:
        await driver.press("g")
        await driver.at("History")
        await driver.tells("Not shown: 1 older. See: duel history --all")
        await driver.shows("Countdown  0/2")

    drive(steps)


@pytest.mark.parametrize("size", [(50, 20), (80, 24), (120, 40)])
def test_all_scores_are_seen_at_once(size: tuple[int, int], home: Path) -> None:
    """With games of every kind against every level the list of games shows every score whole."""
    for game, kind in GAMES.items():
        for level in OPPONENTS:
            name = f"{game}-{level}"
            save_finished(home, name, Record(kind(), levels=(HUMAN, level), resigned=Player.ONE))

    async def steps(driver: Driver) -> None:
        await driver.press("g")
        await driver.at("History")
        shown = [level for level in OPPONENTS if level != "proof"]
        await driver.shows(*shown, *(game.title() for game in GAMES))
        counts = {"0/1": len(GAMES) * (len(shown) - 1), "0/2": len(GAMES)}
        for count, times in counts.items():
            await driver.until(lambda c=count, t=times: driver.text().count(c) == t)  # type: ignore[misc]
        assert driver.text().count(" beat") > 3

    drive(steps, size=size)
