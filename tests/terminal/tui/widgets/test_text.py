"""Text on a screen: the line of keys, styles, and texts that scroll."""

from __future__ import annotations

from textual.widgets import Static

from divisor_duel.terminal.tui.widgets.text import ScrollingText, players_text
from tests.terminal.tui.driving import Driver, drive, match_of

KEYS = ["Enter play", "Esc home", "? help", "h hint", "p panel", "u undo", "i rules", "q quit"]


def test_keys_are_left_out_where_they_do_not_fit() -> None:
    """The first keys take precedence, none is cut, and a dialog above changes nothing."""

    async def steps(driver: Driver) -> None:
        def shown() -> list[str]:
            return driver.text().splitlines()[-1].strip().split("  ")

        for width, count in ((74, 8), (72, 8), (71, 7), (47, 5), (46, 4), (13, 1)):
            await driver.pilot.resize_terminal(width, 24)
            await driver.until(lambda count=count: shown() == KEYS[:count])  # type: ignore[misc]
        await driver.pilot.resize_terminal(70, 24)
        await driver.press("question_mark")
        await driver.at("Help")
        await driver.until(lambda: shown() == KEYS[:7])

    drive(steps, match_of("chain"))


def test_a_key_can_be_clicked() -> None:
    """A click on a key in the line does what the key does."""

    async def steps(driver: Driver) -> None:
        await driver.until(lambda: "i rules" in driver.text())
        column = driver.text().splitlines()[-1].index("i rules")
        await driver.pilot.click(offset=(column + 3, 23))
        await driver.at("Rules")

    drive(steps, match_of("chain"))


def test_texts_are_joined_in_their_styles() -> None:
    """Each part has its own style, and a part without one has none."""
    text = players_text([("one ", "$one"), ("plain ", ""), ("two", "bold")])
    assert text.plain == "one plain two"
    assert [(span.start, span.end) for span in text.spans] == [(0, 4), (10, 13)]


def test_another_text_is_shown_from_its_beginning() -> None:
    """The same text keeps its place; a new one scrolls back, and markup in it is text."""

    async def steps(driver: Driver) -> None:
        message = driver.play.query_one("#message", ScrollingText)
        long = "\n".join(f"[b]line {number}[/b]" for number in range(60))
        driver.play.say(long)
        await driver.until(lambda: message.max_scroll_y > 5)
        await driver.shows("[b]line 0[/b]")
        await driver.press(*["ctrl+down"] * 3)
        await driver.until(lambda: message.scroll_y == 3)
        driver.play.say(long)
        assert message.scroll_y == 3
        driver.play.say(f"new\n{long}")
        await driver.until(lambda: message.scroll_y == 0)
        assert str(message.query_one(Static).content).startswith("new\n")

    drive(steps, match_of("chain"))
