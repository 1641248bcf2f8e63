"""A position with its board, and the move being typed."""

from __future__ import annotations

from tests.terminal.tui.driving import Driver, drive, match_of


def test_digits_are_typed() -> None:
    """Typed digits move the cursor, Backspace corrects, Enter plays, and nonsense is refused."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "7", "backspace", "5")
        assert driver.board.cursor == 15
        await driver.shows("Your move: 15_")
        await driver.press("enter")
        await driver.until(lambda: driver.play.snapshot.record.moves == (15,))
        await driver.press("7", "enter")
        await driver.shows("7 is neither a factor nor a multiple of 15")
        assert driver.play.snapshot.record.moves == (15,)

    drive(steps, match_of("chain"))


def test_the_cursor_foresees() -> None:
    """The cursor shows what would go and what could answer, before anything is played."""

    async def steps(driver: Driver) -> None:
        await driver.press("4")
        await driver.press("backspace")
        await driver.shows("4: also removes 8; 6 numbers left.", "x8")
        assert driver.play.snapshot.ply == 0

    drive(steps, match_of("divider", high=9))
