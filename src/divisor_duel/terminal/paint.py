"""Colour in the terminal; every mark also reads without it."""

from __future__ import annotations

import os
from typing import TextIO

from divisor_duel.game import Player, Value

MARKS = {Player.ONE: "●", Player.TWO: "■"}
"""Player 1 is a disc and Player 2 a square, so that shape as well as hue tells them apart."""

ASCII_LINES = {
    **dict.fromkeys("╭╮╰╯┌┐└┘┼├┤┬┴", "+"),
    **{"╲": "\\", "╱": "/", "┄": ".", "╌": "-", "╎": ":", "━": "=", "┃": "|"},
    **{"○": "o", "□": "#", "▪": "#", "▲": "^", "▟": "#", "▙": "#", "▜": "#", "▛": "#"},
}
"""What drawings look like on terminals without Unicode, one letter for one."""

_VALUES: dict[str, str] = {Value.WIN: "32", Value.LOSS: "31", Value.UNKNOWN: "2"}
_PLAYERS = {Player.ONE: "38;5;32", Player.TWO: "38;5;166"}


class Paint:
    """Colours text if the stream is a terminal that supports it."""

    def __init__(self, stream: TextIO) -> None:
        self.terminal = stream.isatty()
        """Whether the stream is a terminal, so that boards are worth drawing."""
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self._colour = self.terminal and not plain

    @property
    def colour(self) -> bool:
        """Whether text is coloured."""
        return self._colour

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour and text else text

    def bold(self, text: str) -> str:
        """Make the most important text bold."""
        return self._wrap("1", text)

    def dim(self, text: str) -> str:
        """Dim text that matters less."""
        return self._wrap("2", text)

    def player(self, player: Player, text: str) -> str:
        """Give text a player's colour."""
        return self._wrap(f"1;{_PLAYERS[player]}", text)

    def value(self, value: str, text: str) -> str:
        """Give text the colour of a win, a loss or an unknown value."""
        return self._wrap(_VALUES[value], text)

    def warning(self, text: str) -> str:
        """Give text the colour of a warning."""
        return self._wrap("33", text)
