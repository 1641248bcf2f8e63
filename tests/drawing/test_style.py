"""Colours that can be read and distinguished."""

from __future__ import annotations

from itertools import combinations

from divisor_duel.drawing.style import (
    DARK,
    FONT,
    GRID,
    INK,
    PAPER,
    PENCIL,
    PLAYERS,
    SQUARE,
    TINTS,
    VALUES,
    Theme,
    themed,
)
from divisor_duel.game import Player


def luminance(colour: str) -> float:
    """Relative luminance, as the Web Content Accessibility Guidelines define it."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def test_words_and_marks_can_be_read_on_paper() -> None:
    """Words and value marks have a contrast of at least 4.5 on paper and on every tint."""
    for colour in (INK, PENCIL, *VALUES.values()):
        assert contrast(colour, PAPER) >= 4.5
    assert all(contrast(INK, tint) >= 4.5 for tint in TINTS)
    assert all(contrast(PAPER, colour) >= 3 for colour in PLAYERS.values())  # large figures


def test_no_colour_stands_for_two_things() -> None:
    """Players are those of the design, and neither is the colour of a value."""
    assert [*PLAYERS.values()] == ["#0072B2", "#D55E00"]
    colours = [*PLAYERS.values(), VALUES["win"], VALUES["loss"], INK, PAPER]
    assert all(one.lower() != two.lower() for one, two in combinations(colours, 2))
    assert FONT.endswith("sans-serif")
    assert SQUARE == 20


def test_dark_pictures_can_be_read_too() -> None:
    """In the dark theme words, marks and players contrast with the paper as in the light one."""
    paper = DARK[PAPER]
    for colour in (INK, PENCIL, *VALUES.values()):
        assert contrast(DARK[colour], paper) >= 4.5
    assert all(contrast(DARK[INK], DARK[tint]) >= 4.5 for tint in TINTS)
    assert all(contrast(paper, DARK[colour]) >= 3 for colour in PLAYERS.values())
    assert contrast(DARK[GRID], paper) < 1.5


def test_a_theme_changes_colours_and_nothing_else() -> None:
    """A dark picture has the dark colours; an automatic one has both, chosen by the browser."""
    svg = f'<svg fill="{INK}"><title>#1d2733 "</title><path stroke="{PLAYERS[Player.ONE]}"/></svg>'
    assert themed(svg, Theme.LIGHT) == svg
    dark = themed(svg, Theme.DARK)
    assert INK not in dark.replace("#1d2733 ", "")
    assert "<title>#1d2733" in dark
    auto = themed(svg, Theme.AUTO)
    assert svg.partition("<title")[2] in auto
    assert f'[stroke="{PLAYERS[Player.ONE]}"]{{stroke:{DARK[PLAYERS[Player.ONE]]}}}' in auto
    assert "prefers-color-scheme:dark" in auto
