"""The look of every picture: a mathematician's notebook."""

from __future__ import annotations

import re
from enum import StrEnum

from divisor_duel.game import Player, Value

PAPER, INK, GRID = "#fbfaf5", "#1d2733", "#dfe6ea"
PENCIL = "#66717c"
"""The colour of words beside the numbers."""
FAINT = "#b4bdc4"
"""The colour of numbers that are gone, and of rules and other minor lines."""

PLAYERS = {Player.ONE: "#0072B2", Player.TWO: "#D55E00"}
VALUES: dict[str, str] = {Value.WIN: "#00795a", Value.LOSS: "#8c3f73", Value.UNKNOWN: "#66717c"}
"""None is a player's hue; each value also has its own mark and line style."""

TINTS = ("#e9f0ee", "#f3ecdd", "#ece9f2", "#e6eef5")
"""Backgrounds that distinguish groups; neighbouring groups differ."""

SQUARE = 20
"""Side of a square of the paper, in SVG units; a page is a whole number of squares."""

FONT = (
    "'STIX Two Text', 'Latin Modern Roman', 'Times New Roman', Times, 'Liberation Serif', "
    "'Nimbus Roman', 'DejaVu Serif', 'Noto Serif', serif, "
    "Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', sans-serif"
)
"""Fonts with lining figures of equal width, as in printed mathematics.

The names after ``serif`` are for renderers that do not know generic families."""

DARK = {
    PAPER: "#12171c",
    INK: "#ece8dd",
    GRID: "#1d252c",
    PENCIL: "#a3adb6",
    FAINT: "#56626d",
    PLAYERS[Player.ONE]: "#4aa3dc",
    PLAYERS[Player.TWO]: "#ef8743",
    VALUES[Value.WIN]: "#4cc9a4",
    VALUES[Value.LOSS]: "#dd93c4",
    **dict(zip(TINTS, ("#1c2f2b", "#342b1a", "#2a2538", "#1a2c3b"), strict=True)),
}
"""Each colour of a light picture with the colour for it in a dark one."""


class Theme(StrEnum):
    """Which colours a picture has."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"
    """Those of the reader's browser; elsewhere, and on paper, light."""


def themed(svg: str, theme: Theme) -> str:
    """Return a light picture in the colours of a theme."""
    if theme is Theme.LIGHT:
        return svg
    if theme is Theme.DARK:
        return re.sub(r"#[0-9a-fA-F]{6}(?=\")", lambda found: DARK.get(found[0], found[0]), svg)
    rules = "".join(
        f'[{name}="{light}"]{{{name}:{dark}}}'
        for light, dark in DARK.items()
        for name in ("fill", "stroke")
    )
    style = f"<style>@media screen and (prefers-color-scheme:dark){{{rules}}}</style>"
    return svg.replace("<title", f"{style}\n<title", 1)
