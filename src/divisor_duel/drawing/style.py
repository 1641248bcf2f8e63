"""The look of every picture: a mathematician's notebook."""

from __future__ import annotations

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
