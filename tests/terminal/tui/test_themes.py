"""The themes, and filters for terminals that can show less."""

from __future__ import annotations

import sys

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from divisor_duel.terminal.paint import MARKS
from divisor_duel.terminal.tui import themes

BLACK = Color(0, 0, 0)
LINE = [Segment("●12 → é", Style(color="red", bgcolor="blue", bold=True)), Segment(" ok", None)]


def test_without_colours_text_styles_stay() -> None:
    """Foreground and background go, bold stays, and the text is as it was."""
    first, second = themes.PlainTerminalFilter(False, True).apply(LINE, BLACK)
    assert (first.text, second) == ("●12 → é", LINE[1])
    assert first.style
    assert (first.style.color, first.style.bgcolor, first.style.bold) == (None, None, True)


def test_without_unicode_each_letter_is_still_one_column() -> None:
    """Our marks have ASCII twins, other letters become a plus, and colours stay."""
    first, _ = themes.PlainTerminalFilter(True, False).apply(LINE, BLACK)
    assert (first.text, first.style) == ("o12 > +", LINE[0].style)
    texts = ["".join(MARKS.values()), "·•…→›‹×÷≠≤─│━┃’–—▔▁", "日本"]
    for text in texts:
        (plain,) = themes.PlainTerminalFilter(True, False).apply([Segment(text)], BLACK)
        assert plain.text.isascii()
        assert len(plain.text) == len(text)


def test_a_terminal_that_can_show_all_is_left_alone() -> None:
    """With colours and letters nothing changes."""
    assert themes.PlainTerminalFilter(True, True).apply(LINE, BLACK) == LINE


@pytest.mark.parametrize(("encoding", "plain"), [("utf-8", False), ("ascii", True), ("xyz", True)])
def test_the_encoding_decides_about_letters(
    encoding: str, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal whose encoding lacks our marks, or is unknown, gets ASCII."""

    class Stream:
        """A stream of this encoding."""

    Stream.encoding = encoding  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "__stderr__", Stream())
    assert themes.ascii_only() is plain


def test_no_color_is_asked_for_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR counts if it is set to anything but an empty text."""
    assert not themes.no_colour()
    monkeypatch.setenv("NO_COLOR", "")
    assert not themes.no_colour()
    monkeypatch.setenv("NO_COLOR", "0")
    assert themes.no_colour()


def test_both_themes_bring_the_same_colours_of_their_own() -> None:
    """What a screen's styles use is in either theme, and players have different colours."""
    names = {"one", "two", "one-soft", "two-soft", "faint", "rule"}
    assert set(themes.PAPER.variables) == set(themes.INK.variables) == names
    for theme in (themes.PAPER, themes.INK):
        assert theme.variables["one"] != theme.variables["two"]
