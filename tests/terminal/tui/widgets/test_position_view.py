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
        await driver.shows("4: also removes 8; 6 numbers left.", "x   ┣━┫")
        assert driver.play.snapshot.ply == 0

    drive(steps, match_of("divider", high=9))


def test_letters_are_typed_as_digits_above_nine() -> None:
    """In base 36, Shift and a letter types that digit; Enter plays it and not the cursor's."""

    async def steps(driver: Driver) -> None:
        await driver.press("Z")
        await driver.shows("Your move: Z_")
        assert driver.board.cursor == 35
        await driver.press("enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        assert driver.play.snapshot.record.moves == (35,)

    drive(steps, match_of("digits", target=7001, base=36))


def test_a_letter_that_is_no_digit_of_the_base_is_refused() -> None:
    """In base 12, Z is refused in a sentence, and Enter plays nothing; then typing starts anew."""

    async def steps(driver: Driver) -> None:
        await driver.press("Z")
        await driver.shows("is not a digit such as 5")
        await driver.press("enter")
        await driver.shows("is not a digit such as 5")
        assert driver.play.snapshot.ply == 0
        await driver.press("5")
        await driver.shows("Your move: 5_")

    drive(steps, match_of("digits", target=7001, base=12))


def test_a_board_with_letters_has_all_its_digits_in_one_size() -> None:
    """Where no letter has a large form no digit has one, and the rows are equally long."""

    async def steps(driver: Driver) -> None:
        await driver.shows(">1<", "[9]", "[A]", "[F]")
        rows = [cell.row for cell in driver.board.scene.cells]
        assert [rows.count(row) for row in {*rows}] == [8, 7]

    drive(steps, match_of("digits", target=31, base=16))


def test_letters_type_nothing_on_a_board_of_numbers() -> None:
    """Where no number has a letter, a capital letter leaves the typed digits as they are."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "Z", "5")
        await driver.shows("Your move: 15_")

    drive(steps, match_of("chain"))


def test_the_board_is_laid_out_again_when_its_room_changes() -> None:
    """When the panel takes columns, the moves are shown in fewer columns, all with their texts."""

    async def steps(driver: Driver) -> None:
        await driver.shows(">2 → 58<", "[30 → 30]")
        columns = max(cell.column for cell in driver.board.scene.cells)
        await driver.press("p")
        await driver.until(lambda: max(c.column for c in driver.board.scene.cells) < columns)
        await driver.shows("2 → 58", "30 → 30", "best play")

    drive(steps, match_of("countdown", start=60), size=(120, 40))
