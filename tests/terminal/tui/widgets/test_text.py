"""Text on a screen: the line of keys, styles, and texts that scroll."""

from __future__ import annotations

from textual.widgets import Static

from divisor_duel.terminal.tui.widgets.text import (
    Keys,
    ScrollingText,
    fitting,
    key_text,
    players_text,
)
from tests.terminal.tui.driving import Driver, drive, match_of

KEYS: Keys = (("Enter", "play", "screen.choose"), ("?", "help", ""), ("Esc", "home", "x"))


def test_keys_are_left_out_where_they_do_not_fit() -> None:
    """The first keys take precedence, and a shorter one may take the space of a longer one."""
    assert fitting(KEYS, 80) == KEYS
    assert fitting(KEYS, 18) == KEYS[:2]
    assert fitting(KEYS, 10) == KEYS[:1]
    assert fitting(KEYS, 9) == KEYS[1:2]
    assert fitting(KEYS, 3) == ()
    for width in range(40):
        assert len(key_text(fitting(KEYS, width)).plain.rstrip()) <= width


def test_a_key_with_an_action_can_be_clicked() -> None:
    """Keys are bold; only those with an action are links."""
    text = key_text(KEYS)
    assert text.plain == "Enter play  ? help  Esc home  "
    links = [span for span in text.spans if "@click" in getattr(span.style, "meta", {})]
    assert [text.plain[span.start : span.end] for span in links] == ["Enter play", "Esc home"]


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
