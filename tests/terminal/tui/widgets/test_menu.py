"""Menus: a line that is too long takes more rows, and stays one line to choose."""

from __future__ import annotations

from divisor_duel.terminal.tui.screens.dialogs import ChoiceDialog
from divisor_duel.terminal.tui.widgets.menu import Line, Menu, value_of
from tests.terminal.tui.driving import Driver, drive


def test_long_lines_are_shown_whole_and_chosen_as_one() -> None:
    """In 50 columns no line of the games is cut, and a click on its second row chooses it."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.at("ChooseGame")
        await driver.shows("Climb multiples of your own number.", "If you can't climb, you lose.")
        assert "…" not in driver.text()
        menu = driver.app.screen.query_one(Menu)
        assert menu.size.height == 12
        await driver.pilot.click(Menu, offset=(20, 3))
        await driver.at("NewGameScreen")
        await driver.shows("Ladder")
        await driver.press("escape", "down", "down")
        assert menu.highlighted == 3
        await driver.press("enter")
        await driver.shows("Chain")

    drive(steps, size=(50, 20))


def test_nothing_stands_under_the_scroll_bar() -> None:
    """Texts that are longer than the screen go on below, and beside the bar no letter is lost."""
    told = "Computer (perfect) beat Maximilian the Magnificent", "9 moves"
    lines = [Line(number, f"{number:4} {told[0]}", told[1]) for number in range(60)]

    async def steps(driver: Driver) -> None:
        for width in (*range(24, 40), *range(40, 75, 3)):
            await driver.pilot.resize_terminal(width, 20)
            menu = driver.app.screen.query_one(Menu)
            menu.show(lines)
            await driver.until(lambda menu=menu: menu.show_vertical_scrollbar)  # type: ignore[misc]
            assert not menu.show_horizontal_scrollbar
            shown = "".join(row for row in driver.text() if row not in "▁▂▃▄▅▆▇█›")
            first = shown[shown.index("   0 ") : shown.index("   1 ")]
            assert " ".join(first.split()) == f"0 {told[0]} {told[1]}"

    drive(steps, size=(50, 20))


def test_the_mark_skips_headings_and_follows_the_mouse() -> None:
    """A heading is never marked, chosen or pointed at; the mark stands before one line alone."""
    lines = [Line(None, "Head"), Line(1, "one", key="o"), Line(None, ""), Line(2, "two", "more")]

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(ChoiceDialog("Which?", lines))
        await driver.shows("     Head", "› o  one")
        menu = driver.app.screen.query_one(Menu)

        def value() -> object:
            return menu.value

        assert value() == 1
        await driver.press("down")
        assert value() == 2
        await driver.shows("›    two  more", "  o  one")
        await driver.pilot.hover(Menu, offset=(8, 0))
        assert value() == 2
        await driver.pilot.hover(Menu, offset=(8, 1))
        assert value() == 1
        await driver.shows("› o  one")

    drive(steps)


def test_other_lines_keep_the_index_and_send_no_message() -> None:
    """The mark stays where it was, or goes to the last line; a list of headings has no value."""
    marked: list[int] = []

    class Noting(Menu):
        """A menu that notes its messages."""

        def on_option_list_option_highlighted(self, message: Menu.OptionHighlighted) -> None:
            marked.append(value_of(message, int))

    def numbers(count: int) -> list[Line]:
        return [Line(number, str(number)) for number in range(count)]

    async def steps(driver: Driver) -> None:
        menu = Noting(numbers(9))
        await driver.app.screen.mount(menu)
        menu.highlighted = 5
        await driver.until(lambda: marked == [0, 5])
        for count, at in ((9, 5), (3, 2)):
            menu.show(numbers(count))
            assert menu.highlighted == menu.value == at
        menu.show([Line(None, "nothing")])
        assert menu.value is None
        await driver.pilot.pause()
        assert marked == [0, 5]

    drive(steps)
