"""The light and dark themes, and filters for terminals that can show less."""

from __future__ import annotations

import os
import sys

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from divisor_duel.terminal.paint import ASCII_LINES

PAPER = Theme(
    name="paper",
    primary="#0072B2",
    secondary="#D55E00",
    warning="#8A5A00",
    error="#B3261E",
    success="#00664F",
    accent="#0072B2",
    foreground="#1F2A33",
    background="#FBF8F1",
    surface="#F4EFE3",
    panel="#EAE3D2",
    dark=False,
    variables={
        **{"one": "#0072B2", "two": "#B84E00", "one-soft": "#D3E5F0", "two-soft": "#F6DFCF"},
        **{"faint": "#6B6758", "rule": "#D8CFBA"},
    },
)
INK = Theme(
    name="ink",
    primary="#5BB5EA",
    secondary="#F0894A",
    warning="#E6B450",
    error="#F07178",
    success="#5FC9A8",
    accent="#5BB5EA",
    foreground="#E8E4D8",
    background="#14191E",
    surface="#1B2228",
    panel="#252E36",
    dark=True,
    variables={
        **{"one": "#5BB5EA", "two": "#F0894A", "one-soft": "#1D3B4D", "two-soft": "#4A3122"},
        **{"faint": "#8C8F8A", "rule": "#39434C"},
    },
)

_ASCII = str.maketrans(
    {
        **ASCII_LINES,
        "●": "o",
        "■": "#",
        "·": ".",
        "•": "*",
        "…": "~",
        "→": ">",
        "←": "<",
        "↑": "^",
        "↓": "v",
        "›": ">",
        "‹": "<",
        "×": "x",
        "÷": ":",
        "≠": "#",
        "≤": "<",
        "─": "-",
        "│": "|",
        "’": "'",
        "–": "-",
        "—": "-",
        "▔": "-",
        "▁": "-",
        "█": "#",
    }
)


def ascii_only() -> bool:
    """Return whether this terminal can show only ASCII."""
    encoding = getattr(sys.__stderr__, "encoding", None) or "utf-8"
    try:
        "●".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return True
    return False


class PlainTerminalFilter(LineFilter):
    """Removes what the terminal cannot or should not show: colours, or non-ASCII text.

    It sits between all widgets and the terminal, so nothing else needs to know. Without
    colours, text styles such as bold and reverse remain.
    """

    def __init__(self, colours: bool, letters: bool) -> None:
        super().__init__()
        self._colours = colours
        self._letters = letters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(
                text if self._letters else _ascii(text),
                style if self._colours or style is None else _colourless(style),
                control,
            )
            for text, style, control in segments
        ]


def _ascii(text: str) -> str:
    text = text.translate(_ASCII)
    if text.isascii():
        return text
    return "".join(letter if letter.isascii() else "+" for letter in text)


def _colourless(style: Style) -> Style:
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse,
        strike=style.strike,
        meta=style.meta,
    )


def no_colour() -> bool:
    """Return whether the user asked for no colours (https://no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))


CSS = """
DuelScreen { background: $background; color: $foreground; overflow: hidden; }
.title { height: 1; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
.faint { color: $faint; }
SearchIcon { display: none; }
KeyLine { padding: 0 1; background: $surface; }
KeyLine FooterKey, KeyLine.-compact FooterKey { margin: 0 2 0 0; background: $surface; }
KeyLine KeyGroup.-compact { margin: 0 1 0 0; padding: 0; }
KeyLine KeyGroup.-compact FooterKey.-grouped { margin: 0; }
KeyLine.-compact FooterLabel { margin: 0 2 0 0; }
KeyLine FooterLabel, KeyLine .footer-key--key, KeyLine .footer-key--description {
    color: $faint; background: $surface;
}
.text { padding: 0 1; }
.dialog { width: 76; max-width: 100%; height: auto; max-height: 90%; background: $surface;
         border: round $rule; padding: 0 1; }
"""
"""Styles shared by all screens; each screen adds its own."""
