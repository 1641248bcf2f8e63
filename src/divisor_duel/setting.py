"""Positions set up by hand: their parts, written as text and read back.

Records, addresses and messages must be able to hold a position that no moves lead to. It is
written like options, as ``name=value`` for each part; the player to move is stored separately.

>>> from divisor_duel import GAMES
>>> from divisor_duel.game import Player
>>> game = GAMES["chain"](high=9)
>>> position = read_position(game, "last=6 pool=2-4,9", Player.TWO)
>>> game.legal_moves(position)
(2, 3)
>>> write_position(game, position)
'last=6 pool=2-4,9'

A game's `setting.py` lists the parts that can be set. Without it, every whole number in a
position can be set, up to its value at the start.
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
from divisor_duel.games.numbers import LARGEST, members, ranges

LONGEST = 8000
"""Length limit of a position, in characters: fits every other number of the largest board."""

_RANGE = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?", re.ASCII)


class Part(NamedTuple):
    """One part of a position: a number, or a set of numbers."""

    name: str
    """Its name in the position and in text; ``one.left`` is `left` within `one`."""
    label: str
    """What people call it, as a phrase."""
    numbers: tuple[int, ...] | None = None
    """For a set, the numbers that can be in it; None for a number."""
    least: int = 0
    """The smallest allowed number."""
    most: int = 0
    """The largest allowed number."""
    none: bool = False
    """Whether it may also be missing, which is written 0."""
    written: Callable[[int], str] = str
    """Formats the number."""
    parse: Callable[[str], int | None] = read_number
    """Parses the number; returns None for any other text."""

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if self.numbers is not None:
            return f"numbers out of {ranges(self.numbers)}" if self.numbers else "empty"
        some = f"from {self.written(self.least)} to {self.written(self.most)}"
        return f"{some}, or 0 for none" if self.none else some

    def of(self, position: Any) -> int:
        """Return its value in a position."""
        value: int = attrgetter(self.name)(position)
        return value

    def write(self, value: int) -> str:
        """Return the value as text."""
        if self.numbers is None:
            return self.written(value) or "0"
        return ranges(members(value)).replace(" ", "") if value else ""

    def read(self, text: str) -> int:
        """Return the value that `text` stands for, a set as a bit mask; else OptionsError."""
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
    """Return the parts of this game's positions that can be set."""
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
    """Parse a position, with `first` to move; OptionsError if `text` is not one.

    Parts that `text` leaves out have their value at the start.
    """
    if len(text) > LONGEST:
        raise OptionsError(f"a position is written in {LONGEST} characters at the most")
    parts = {own.name: own for own in parts_of(game)}
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
    position = game.start(first)
    for name, number in values.items():
        position = _put(position, name, number)
    tidy = getattr(part(game, "setting"), "tidy", None)
    return tidy(game, position) if tidy else position


def _put(position: Any, name: str, value: int) -> Any:
    """Return a position with one part changed; a dot in `name` goes one level down."""
    field, _, rest = name.partition(".")
    return position._replace(
        **{field: _put(getattr(position, field), rest, value) if rest else value}
    )


def with_numbers(
    kind: type[Game[Any]], options: Mapping[str, OptionValue], text: str
) -> tuple[Game[Any], str]:
    """Return a game whose list or pool holds the numbers in `text`, and its start.

    Its `low` and `high` fit the numbers unless `options` set them. OptionsError if the game has
    no list.

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
    lists = [own for own in parts_of(game) if own.numbers is not None]
    if len(lists) != 1:
        raise OptionsError(f"{kind.title} has no list of numbers that could be chosen")
    start = f"{lists[0].name}={','.join(words)}"
    read_position(game, start, Player.ONE)
    return game, start


def write_position(game: Game[Any], position: Any) -> str:
    """Return the position as text, without the player to move."""
    return " ".join(f"{own.name}={own.write(own.of(position))}" for own in parts_of(game))
