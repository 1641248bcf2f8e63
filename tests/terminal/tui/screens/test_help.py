"""Help with the keys of a screen, and the rules of the games."""

from __future__ import annotations

from textual.binding import Binding

from divisor_duel.games.registry import GAMES, every_game
from divisor_duel.terminal.tui.screens.help import Rules, key_lines
from divisor_duel.terminal.tui.widgets.menu import Menu
from tests.terminal.tui.driving import Driver, drive, match_of


def test_home_by_mouse_and_help() -> None:
    """A click on a line of home opens it; ? explains, and Escape closes that."""

    async def steps(driver: Driver) -> None:
        menu = driver.app.screen.query_one(Menu)
        row = next(row for row, line in enumerate(menu.lines) if line.value == "rules")
        await driver.pilot.click(Menu, offset=(8, row))
        await driver.at("Rules")
        await driver.shows("Divider Duel: take a number")
        await driver.press("question_mark")
        await driver.at("Help")
        await driver.shows("Keys", "light or dark")
        await driver.press("escape")
        await driver.at("Rules")

    drive(steps)


def test_keys_with_the_same_effect_share_a_line() -> None:
    """Keys in the line of keys come first; those of the system and without words are left out."""
    bindings = [
        Binding("up", "a", "move", show=False),
        Binding("down", "b", "move", show=False),
        Binding("q", "c", "leave", tooltip="games are saved"),
        Binding("1", "d(1)", "type", show=False, key_display="digits"),
        Binding("2", "d(2)", "type", show=False, key_display="digits"),
        Binding("ctrl+j", "e"),
        Binding("ctrl+q", "f", "leave", system=True),
    ]

    def names(binding: Binding) -> str:
        return binding.key_display or binding.key

    assert key_lines(bindings, names, 76) == [
        "      q  leave; games are saved",
        "up down  move",
        " digits  type",
    ]
    assert key_lines(bindings, names, 24)[:2] == ["      q  leave; games", "         are saved"]


def test_the_help_of_a_board_lists_what_its_widgets_bind() -> None:
    """Keys of the board, of typing, of the screen and of the app are all there."""

    async def steps(driver: Driver) -> None:
        await driver.press("question_mark")
        await driver.at("Help")
        await driver.shows("Enter space  play", "Esc  home", "q  quit; your games are saved")
        await driver.shows("arrows pgup pgdn  move the cursor", "digits Backspace  type a move")
        await driver.shows("ctrl+↑ ctrl+↓  scroll long text", "x  resign", "On the board: [n]")

    drive(steps, match_of("chain"), size=(80, 40))


def test_rules_can_be_read_to_the_end_on_a_small_screen() -> None:
    """The last words of the longest rules come with Page Down, where the first ones were."""
    kind = max(GAMES.values(), key=lambda kind: len(kind.rules()))
    first, last = kind.rules().split()[0], kind.rules().split()[-1]

    async def steps(driver: Driver) -> None:
        driver.app.rules(kind)
        await driver.at("Rules")
        await driver.shows(f"  {first}")
        shown = driver.text()
        await driver.press(*["pagedown"] * 4)
        await driver.until(lambda: driver.text().splitlines()[-2].endswith(last))
        assert driver.text() != shown

    drive(steps, size=(50, 16))


def test_the_rules_of_a_sum_are_shown() -> None:
    """The sum of two games is in the list like every other game."""

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(Rules(every_game()["sum"]))
        await driver.at("Rules")
        await driver.shows("› Sum of two games", "Two games are played side by side.")

    drive(steps)
