"""Positions set up by hand: their fields, written as text and read back.

Records, addresses and messages must be able to hold a position that no moves lead to. It is
written like options, as ``name=value`` for each field; the player to move is stored separately.

>>> from divisor_duel import GAMES
>>> from divisor_duel.game import Player
>>> game = GAMES["chain"](high=9)
>>> position = read_position(game, "last=6 pool=2-4,9", Player.TWO)
>>> game.legal_moves(position)
(2, 3)
>>> write_position(game, position)
'last=6 pool=2-4,9'

`Game.settable` lists the fields that can be set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar, cast

from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, Game, OptionValue, P, Player, brief
from divisor_duel.games.registry import set_up
from divisor_duel.numbers import LARGEST
from divisor_duel.settable import RANGE

LONGEST = 8000
"""Length limit of a position, in characters: fits every other number of the largest board."""


def read_position(game: Game[P], text: str, first: Player) -> P:
    """Parse a position, with `first` to move; OptionsError if `text` is not one.

    Parts that `text` leaves out have their value at the start.
    """
    if len(text) > LONGEST:
        raise OptionsError(f"a position can have at most {LONGEST} characters")
    parts = {field.name: field for field in game.settable()}
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
    return game.tidy(position)


class _NamedTuple(Protocol):
    """What positions that can be set up have in common: they are named tuples."""

    def _replace(self, **fields: object) -> _NamedTuple: ...


T = TypeVar("T")


def _put(position: T, name: str, value: int) -> T:
    """Return a position with one part changed; a dot in `name` goes one level down."""
    field, _, rest = name.partition(".")
    part = _put(getattr(position, field), rest, value) if rest else value
    return cast("T", cast("_NamedTuple", position)._replace(**{field: part}))


def with_numbers(
    kind: type[AnyGame], options: Mapping[str, OptionValue], text: str
) -> tuple[AnyGame, str]:
    """Return a game whose list or pool holds the numbers in `text`, and its start.

    Its `low` and `high` fit the numbers unless `options` set them. OptionsError if the game has
    no list.

    >>> from divisor_duel import GAMES
    >>> with_numbers(GAMES["chain"], {}, "2, 3, 5-12")
    (Chain(low=2, high=12, opening='any', ending='normal'), 'pool=2,3,5-12')
    """
    words = list_words("numbers", text)
    bounds = [match.groups(match[1]) for match in map(RANGE.fullmatch, words) if match]
    limits = [int(bound) for pair in bounds for bound in pair]
    if not words or len(bounds) < len(words) or not 1 <= min(limits) <= max(limits) <= LARGEST:
        raise OptionsError(
            f"numbers must be numbers from 1 to {LARGEST} as in 2,3,5-12, not {brief(text)}"
        )
    refuse_repeats("numbers", [(int(low), int(high)) for low, high in bounds])
    fitting = {"low": min(limits), "high": max(*limits, 2)}
    names = {spec.name for spec in kind.option_specs()}
    game = set_up(kind, {**{name: fitting[name] for name in fitting if name in names}, **options})
    lists = [field for field in game.settable() if field.numbers is not None]
    if len(lists) != 1:
        raise OptionsError(f"{kind.title} has no list of numbers that could be chosen")
    start = f"{lists[0].name}={','.join(words)}"
    read_position(game, start, Player.ONE)
    return game, start


def list_words(name: str, text: str) -> list[str]:
    """Return the words of a list, separated by commas or spaces; refuse a gap between commas."""
    words = [part.split() for part in text.split(",")]
    if any(words) and not all(words):
        raise OptionsError(f"{name} must have a number on each side of a comma, not {brief(text)}")
    return [word for part in words for word in part]


def refuse_repeats(name: str, ranges: Iterable[tuple[int, int]]) -> None:
    """Raise OptionsError if a number is in two of these ranges, both ends included."""
    last = 0
    for low, high in sorted(ranges):
        if low <= last:
            raise OptionsError(f"{name} must name each number once, but {low} appears twice")
        last = high


def write_position(game: Game[P], position: P) -> str:
    """Return the position as text, without the player to move."""
    return " ".join(f"{field.name}={field.write(field.of(position))}" for field in game.settable())
