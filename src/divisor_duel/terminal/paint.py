"""Colour in the terminal, or none: every mark also reads without it."""

from __future__ import annotations

import os
from typing import TextIO

from divisor_duel.game import Player, Value

MARKS = {Player.ONE: "●", Player.TWO: "■"}
"""Player 1 is a disc and Player 2 a square, so that shape tells as much as hue."""

_VALUES: dict[str, str] = {Value.WIN: "32", Value.LOSS: "31", Value.UNKNOWN: "2"}
_PLAYERS = {Player.ONE: "38;5;32", Player.TWO: "38;5;166"}


class Paint:
    """Wraps text in colour when the stream is a terminal that wants it."""

    def __init__(self, stream: TextIO) -> None:
        self.terminal = stream.isatty()
        """Whether a person watches, so that boards are worth drawing."""
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self._colour = self.terminal and not plain

    @property
    def colour(self) -> bool:
        """Whether text may carry colour."""
        return self._colour

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour and text else text

    def bold(self, text: str) -> str:
        """Text that matters most."""
        return self._wrap("1", text)

    def dim(self, text: str) -> str:
        """Text that is past."""
        return self._wrap("2", text)

    def player(self, player: Player, text: str) -> str:
        """Text that belongs to a player."""
        return self._wrap(f"1;{_PLAYERS[player]}", text)

    def value(self, value: str, text: str) -> str:
        """Text about a win, a loss or something unknown."""
        return self._wrap(_VALUES[value], text)

    def warning(self, text: str) -> str:
        """A sentence about something that was not right."""
        return self._wrap("33", text)
