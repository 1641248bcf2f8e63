"""Options of a game: allowed values, parsing, and named set-ups.

`game.py` exports all of this too, for authors of games.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from divisor_duel.errors import OptionsError

OptionValue = int | str
V = TypeVar("V", int, str)


class Option(NamedTuple):
    """One option of a game: its allowed values and what it means."""

    name: str
    """The keyword of the game's class; interfaces show it as it is."""
    default: OptionValue
    """The rule book's value."""
    help: str
    """What it sets, as a phrase."""
    least: int = 0
    """The smallest allowed number (numbers only)."""
    most: int = 0
    """The largest allowed number (numbers only)."""
    choices: tuple[str, ...] = ()
    """The allowed words (words only)."""
    house: bool = False
    """Whether it is a house rule, which is shown only if it is in use."""
    set_up: bool = False
    """Whether its value is a game with its own options, as one word: ``chain:high=30``."""

    @property
    def is_number(self) -> bool:
        """Whether its value is a number rather than a word."""
        return not isinstance(self.default, str)

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if not self.is_number and not self.choices:
            return self.help
        if self.choices:
            return " or ".join(repr(word) for word in self.choices)
        return f"a whole number from {self.least} to {self.most}"

    def check(self, value: object) -> None:
        """Raise OptionsError unless `value` is allowed."""
        if self.choices:
            allowed = value in self.choices
        elif not self.is_number:
            allowed = isinstance(value, str)
        else:
            allowed = type(value) is int and self.least <= value <= self.most
        if not allowed:
            raise OptionsError(f"{self.name} must be {self.allowed}, not {brief(value)}")

    def read(self, text: str) -> OptionValue:
        """Return the value that `text` names; OptionsError if it names none."""
        value = read_number(text) if self.is_number else text
        if value is None:
            raise OptionsError(f"{self.name} must be {self.allowed}, not {brief(text)}")
        self.check(value)
        return value


def option(
    default: V,
    help: str,
    *,
    name: str = "",
    least: int = 0,
    most: int = 0,
    choices: tuple[str, ...] = (),
    house: bool = False,
    set_up: bool = False,
) -> V:
    """Return a dataclass field for an option, called `name` or else like the field."""
    spec = Option(name, default, help, least, most, choices, house, set_up)
    return dataclasses.field(default=default, metadata={"option": spec})


NORMAL, MISERE = "normal", "misere"
"""The values of the option `ending`: in misere, the player who would win loses instead."""


def ending() -> str:
    """Return the option `ending`, the last field of a game that can be played misere."""
    meaning = "normal, or misere, in which winning and losing are swapped"
    return option(NORMAL, meaning, choices=(NORMAL, MISERE), house=True)


class Preset(NamedTuple):
    """A named set-up and the reason to choose it."""

    options: Mapping[str, OptionValue]
    """The options that differ from the rule book's."""
    why: str
    """The reason to choose it, in one sentence."""
    winner: int | None = None
    """Who wins with best play: 1 for the first player, 2 for the second, None if not stated."""


def read_number(text: str) -> int | None:
    """Return the whole number that `text` spells in ASCII digits, or None.

    Python's int() also accepts other scripts' digits, signs, underscores and
    spaces, and has its own message for numbers that are too long; we want none of that.
    """
    if text.isascii() and text.isdigit() and len(text) <= 4000:
        return int(text)
    return None


def brief(value: object) -> str:
    """Return a value quoted for a message: printable, and short enough for one line."""
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except ValueError:  # an int too long for Python to print
        return "a number too long to show"
    return text if len(text) <= 40 else f"{text[:24]}... ({len(text)} characters)"
