"""The look of every picture: a mathematician's notebook."""

from __future__ import annotations

from divisor_duel.game import Player, Value

PAPER, INK, GRID = "#fbfaf5", "#1d2733", "#dfe6ea"
PENCIL = "#66717c"
"""For words beside the numbers."""
FAINT = "#b4bdc4"
"""For what is gone or matters least."""

PLAYERS = {Player.ONE: "#0072B2", Player.TWO: "#D55E00"}
VALUES: dict[str, str] = {Value.WIN: "#00795a", Value.LOSS: "#8c3f73", Value.UNKNOWN: "#66717c"}
"""Neither hue is a player's; each value also has a mark and a line style of its own."""

TINTS = ("#e9f0ee", "#f3ecdd", "#ece9f2", "#e6eef5")
"""Grounds that tell groups apart; neighbours differ."""

SQUARE = 20
"""The side of a square of the paper; pages are whole squares."""

FONT = (
    "'STIX Two Text', 'Latin Modern Roman', 'Times New Roman', Times, 'Liberation Serif', "
    "'Nimbus Roman', 'DejaVu Serif', 'Noto Serif', serif, "
    "Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', sans-serif"
)
"""Text faces with lining figures of one width, as in printed mathematics. The named ones
after ``serif`` are for renderers that take nothing but names."""
