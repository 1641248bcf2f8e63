"""The fields of a position that can be set up by hand, and their text form."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from divisor_duel.errors import OptionsError
from divisor_duel.numbers import members, ranges
from divisor_duel.options import brief, read_number

RANGE = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?", re.ASCII)
"""A number, or a range of numbers such as 5-12."""


class Settable(NamedTuple):
    """One field of a position: a number, or a set of numbers."""

    name: str
    """The field's name, in the position and in text; ``one.left`` is `left` within `one`."""
    label: str
    """The field in words, as a phrase for people."""
    numbers: tuple[int, ...] | None = None
    """For a set: every number that may be in it. None if the field is a single number."""
    least: int = 0
    """The smallest number allowed."""
    most: int = 0
    """The largest number allowed."""
    none: bool = False
    """Whether the field may also be empty, which is written 0."""
    written: Callable[[int], str] = str
    """Format the number."""
    parse: Callable[[str], int | None] = read_number
    """Parse the number; None if the text is not one."""

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if self.numbers is not None:
            return f"numbers out of {ranges(self.numbers)}" if self.numbers else "empty"
        some = f"from {self.written(self.least)} to {self.written(self.most)}"
        return f"{some}, or 0 for none" if self.none else some

    def of(self, position: object) -> int:
        """Return the field's value in `position`."""
        value: int = attrgetter(self.name)(position)
        return value

    def write(self, value: int) -> str:
        """Return the value as text."""
        if self.numbers is None:
            return self.written(value) or "0"
        return ranges(members(value)).replace(" ", "") if value else ""

    def read(self, text: str) -> int:
        """Return the value in `text`, a set as a mask; OptionsError if not allowed."""
        value = self._read_set(text) if self.numbers is not None else self._read_number(text)
        if value is None:
            raise OptionsError(f"{self.name} must be {self.allowed}, not {brief(text)}")
        return value

    def _read_number(self, text: str) -> int | None:
        value = self.parse(text)
        if value is None or not (self.least <= value <= self.most or (self.none and value == 0)):
            return None
        return value

    def _read_set(self, text: str) -> int | None:
        everything, chosen = _mask(self.numbers or ()), 0
        for word in filter(None, text.split(",")):
            match = RANGE.fullmatch(word)
            if not match or not self.numbers:
                return None
            low, high = int(match[1]), int(match[2] or match[1])
            if not self.numbers[0] <= low <= high <= self.numbers[-1]:
                return None
            chosen |= (1 << high + 1) - (1 << low)
        return chosen if chosen & ~everything == 0 else None


@lru_cache(maxsize=64)
def _mask(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)
