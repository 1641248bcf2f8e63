"""Positions set up by hand: what a position is made of, written as text and read back.

A position that no moves lead to must still go into records, addresses and messages. It is
written as options are, each part by its name; who is to move is told apart from it.

>>> from divisor_duel import GAMES
>>> from divisor_duel.game import Player
>>> game = GAMES["chain"](high=9)
>>> position = read_position(game, "last=6 pool=2-4,9", Player.TWO)
>>> game.legal_moves(position)
(2, 3)
>>> write_position(game, position)
'last=6 pool=2-4,9'

A game says in its `setting.py` which parts may be set. Without it each whole number in a
position may be, up to what it is at the start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, OptionValue, Player, brief, read_number
from divisor_duel.games import set_up
from divisor_duel.games.kit import part
from divisor_duel.numbers import LARGEST, members, ranges

LONGEST = 8000
"""Characters of a position: enough for every other number of the largest board."""

_RANGE = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?", re.ASCII)


class Part(NamedTuple):
    """One thing that a position is made of: a number, or a set of them."""

    name: str
    """What it is called, in the position and in text; ``one.left`` is `left` within `one`."""
    label: str
    """What it is to people, as a phrase."""
    numbers: tuple[int, ...] | None = None
    """Of a set: all that may be in it; None for a number."""
    least: int = 0
    """The smallest number that it may be."""
    most: int = 0
    """The largest."""
    none: bool = False
    """Whether it may also be missing, which is written 0."""
    written: Callable[[int], str] = str
    """How the number is written."""
    parse: Callable[[str], int | None] = read_number
    """How it is read; None if the text is no such number."""

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        if self.numbers is not None:
            return f"numbers out of {ranges(self.numbers)}" if self.numbers else "empty"
        some = f"from {self.written(self.least)} to {self.written(self.most)}"
        return f"{some}, or 0 for none" if self.none else some

    def of(self, position: Any) -> int:
        """What it is in a position."""
        value: int = attrgetter(self.name)(position)
        return value

    def write(self, value: int) -> str:
        """The value as text."""
        if self.numbers is None:
            return self.written(value) or "0"
        return ranges(members(value)).replace(" ", "") if value else ""

    def read(self, text: str) -> int:
        """The value that `text` writes; a set comes as a mask."""
        value = self._set(text) if self.numbers is not None else self._number(text)
        if value is None:
            raise OptionsError(f"{self.name} must be {self.allowed}, not {brief(text)}")
        return value

    def _number(self, text: str) -> int | None:
        value = self.parse(text)
        if value is None or not (self.least <= value <= self.most or (self.none and value == 0)):
            return None
        return value

    def _set(self, text: str) -> int | None:
        everything, chosen = _mask(self.numbers or ()), 0
        for word in filter(None, text.split(",")):
            match = _RANGE.fullmatch(word)
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


def parts_of(game: Game[Any]) -> tuple[Part, ...]:
    """What can be set up of a position of this game."""
    module = part(game, "setting")
    if module:
        own: tuple[Part, ...] = module.parts(game)
        return own
    start = game.start()
    values = {name: getattr(start, name) for name in getattr(start, "_fields", ())}
    return tuple(
        Part(name, name.replace("_", " "), least=0, most=value)
        for name, value in values.items()
        if type(value) is int
    )


def read_position(game: Game[Any], text: str, first: Player) -> Any:
    """The position that `text` describes, with `first` to move; OptionsError if it is none.

    What is not named is as at the start.
    """
    if len(text) > LONGEST:
        raise OptionsError(f"a position is written in {LONGEST} characters at the most")
    parts = {one.name: one for one in parts_of(game)}
    values: dict[str, int] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name not in parts or name in values:
            raise OptionsError(
                f"a position of {game.id} is written "
                f"{' '.join(f'{known}=...' for known in parts) or '(nothing can be set)'}, "
                f"not {brief(word)}"
            )
        values[name] = parts[name].read(value)
    made = game.start(first)
    for name, number in values.items():
        made = _put(made, name, number)
    tidy = getattr(part(game, "setting"), "tidy", None)
    return tidy(game, made) if tidy else made


def _put(position: Any, name: str, value: int) -> Any:
    """A position with one part changed; a dot leads into a position within it."""
    field, _, rest = name.partition(".")
    return position._replace(
        **{field: _put(getattr(position, field), rest, value) if rest else value}
    )


def with_numbers(
    kind: type[Game[Any]], options: Mapping[str, OptionValue], text: str
) -> tuple[Game[Any], str]:
    """A game whose list or pool holds just the numbers in `text`, and its start as text.

    Its limits are those of the numbers unless `options` say otherwise. OptionsError if the
    game has no list.

    >>> from divisor_duel import GAMES
    >>> with_numbers(GAMES["chain"], {}, "2, 3, 5-12")
    (Chain(low=2, high=12, opening='any', ending='normal'), 'pool=2,3,5-12')
    """
    words = text.replace(",", " ").split()
    bounds = [match.groups(match[1]) for match in map(_RANGE.fullmatch, words) if match]
    limits = [int(bound) for pair in bounds for bound in pair]
    if not words or len(bounds) < len(words) or not 1 <= min(limits) <= max(limits) <= LARGEST:
        raise OptionsError(
            f"numbers must be numbers from 1 to {LARGEST} as in 2,3,5-12, not {brief(text)}"
        )
    fitting = {"low": min(limits), "high": max(*limits, 2)}
    names = {spec.name for spec in kind.option_specs()}
    game = set_up(kind, {**{name: fitting[name] for name in fitting if name in names}, **options})
    lists = [one for one in parts_of(game) if one.numbers is not None]
    if len(lists) != 1:
        raise OptionsError(f"{kind.title} has no list of numbers that could be chosen")
    start = f"{lists[0].name}={','.join(words)}"
    read_position(game, start, Player.ONE)
    return game, start


def write_position(game: Game[Any], position: Any) -> str:
    """The position as text, without who is to move."""
    return " ".join(f"{one.name}={one.write(one.of(position))}" for one in parts_of(game))
