"""The board: its cursor, and what is drawn."""

from __future__ import annotations

import pytest

from divisor_duel.game import Value
from tests.terminal.tui.driving import Driver, drive, match_of


def test_only_what_changed_is_drawn_anew() -> None:
    """After each step of the cursor the lines on the screen are those that a full drawing gives."""

    async def steps(driver: Driver) -> None:
        for key in ("right", "tab", "down", "end", "up", "home"):
            await driver.press(key)
            driver.board.mark({2: Value.WIN, driver.board.cursor or 0: Value.LOSS}, {9: "a"})
            drawn = driver.text()
            driver.board.refresh()
            await driver.pilot.pause()
            assert driver.text() == drawn

    drive(steps, match_of("chain", high=200))


def test_every_legal_number_can_be_reached() -> None:
    """On a board of 200 numbers Tab goes round all legal ones, and each is in sight."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "0", "0", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        legal = driver.play.snapshot.game.legal_moves(driver.play.snapshot.position)
        seen = []
        for _ in legal:
            assert driver.board.cursor is not None
            seen.append(driver.board.cursor)
            assert f">{driver.board.cursor}<" in driver.text()
            await driver.press("tab")
        assert sorted(seen) == list(legal)

    drive(steps, match_of("chain", high=200))


@pytest.mark.parametrize("motion", [True, False])
def test_removed_numbers_leave_visibly(motion: bool) -> None:
    """With motion they are crossed out for a moment; without, they are gone at once."""

    async def steps(driver: Driver) -> None:
        seen: set[int | None] = set()
        next_frame = driver.board._next_frame
        driver.board._next_frame = lambda: (seen.add(driver.board._frame), next_frame())  # type: ignore[method-assign, assignment, func-returns-value]
        await driver.press("2", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        await driver.until(lambda: not driver.board._leaving)
        assert seen == ({0, 1, 2, 3} if motion else set())

    drive(steps, match_of("divider"), motion=motion)
