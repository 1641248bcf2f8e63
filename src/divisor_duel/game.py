"""The interface that every game implements, and the types that all games share.

A game is a frozen dataclass of its options. Its positions are small immutable
values that record who is to move. The game answers three questions about a
position: which moves are legal, where a move leads, and whether the game is over.
Nothing here or in the rules depends on screens, clocks, randomness or players'
names.
"""

from __future__ import annotations

import dataclasses
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from divisor_duel.errors import IllegalMoveError, MoveTextError, OptionsError
from divisor_duel.options import (
    MISERE,
    NORMAL,
    Option,
    OptionValue,
    Preset,
    brief,
    ending,
    option,
    read_number,
)
from divisor_duel.settable import Settable

__all__ = [
    "MISERE",
    "NORMAL",
    "OTHER",
    "AnyGame",
    "BenchSetups",
    "Game",
    "Option",
    "OptionValue",
    "Outcome",
    "P",
    "Player",
    "Position",
    "Preset",
    "Settable",
    "Value",
    "brief",
    "ending",
    "make_position",
    "option",
    "read_number",
]


class Player(IntEnum):
    """One of the two players, numbered as in the rule books."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Player:
        """The opponent."""
        return OTHER[self]


OTHER = (Player.ONE, Player.TWO, Player.ONE)
"""The opponent of player p is ``OTHER[p]``: indexing is faster than branching."""


make_position = tuple.__new__
"""``make_position(Kind, (...))`` makes a named tuple in half the time of ``Kind(...)``."""


class Outcome(NamedTuple):
    """How a game ended."""

    winner: Player
    """The player who won."""
    reason: str
    """Why, as a clause that follows the winner's name and a colon."""


class Value(StrEnum):
    """What a position or a move is worth to one player."""

    WIN = "win"
    LOSS = "loss"
    UNKNOWN = "unknown"

    __repr__ = str.__repr__
    """Shown as plain text, as in JSON, tables and files."""

    @classmethod
    def of(cls, win: bool | None) -> Value:
        """Return the value for a win (True), a loss (False) or neither proved (None)."""
        return cls.UNKNOWN if win is None else cls.WIN if win else cls.LOSS

    @property
    def proved(self) -> bool | None:
        """Whether this is a win, or None if unknown: the inverse of `of`."""
        return None if self is Value.UNKNOWN else self is Value.WIN

    @property
    def other(self) -> Value:
        """The value to the opponent."""
        return _OTHER_VALUE[self]

    @property
    def mark(self) -> str:
        """The sign that shows it beside a move: ``+``, ``-`` or ``?``."""
        return _MARKS[self]


_OTHER_VALUE = {
    Value.WIN: Value.LOSS,
    Value.LOSS: Value.WIN,
    Value.UNKNOWN: Value.UNKNOWN,
}

_MARKS = {Value.WIN: "+", Value.LOSS: "-", Value.UNKNOWN: "?"}


class Position(Protocol):
    """What positions of all games have in common."""

    @property
    def to_move(self) -> Player:
        """The player whose turn it is."""
        ...

    def __hash__(self) -> int:
        """Positions are values: searches and caches store them in dictionaries."""
        ...


P = TypeVar("P", bound=Position)

BenchSetups = Mapping[str, Mapping[str, OptionValue]]
"""Options by size: ``book``, ``middle`` and ``large``."""


class Game(ABC, Generic[P]):
    """The base class of every game; subclasses are frozen dataclasses of options.

    To add a game, write one subclass with four class variables (five if it is
    impartial), `start`, `legal_moves`, `play`, `outcome`, `max_moves` and `describe`.
    Every interface works with just those.
    """

    id: ClassVar[str]
    """The short name used in commands, records and messages."""
    title: ClassVar[str]
    """The full name shown to people."""
    short_title: ClassVar[str]
    """The name in lists of games: the title without ``Divisor Duel:``."""
    summary: ClassVar[str]
    """The whole game in one line."""
    fair: ClassVar[Preset]
    """A set-up that no first move wins at once. Its reason says which player wins with best
    play and how soon, but never by which move."""
    recommended: ClassVar[Preset]
    """The set-up that *Play* offers first: `fair` unless the game says otherwise. No first move
    of either player may end it."""
    first_game: ClassVar[Preset]
    """A small set-up for a player's very first game: `recommended` unless the game says
    otherwise."""
    bench: ClassVar[BenchSetups] = {}
    """The set-ups of this game in Divisor Duel Bench 1, which never change; empty if the game is
    not in it."""
    misere_rule: ClassVar[str] = "the player who would normally win loses"
    """How misere ends, as a clause: ``taking the last number loses``."""
    size_options: ClassVar[tuple[str, ...]] = ()
    """Options that only say where a game starts: with the same numbers left, positions of all
    sizes have the same future."""
    impartial: ClassVar[bool] = False
    """Whether both players have the same moves in every position, and a player who cannot move
    loses (or wins, in misere)."""

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        if hasattr(cls, "title"):
            cls.short_title = cls.title.removeprefix("Divisor Duel: ")
        if not hasattr(cls, "recommended") and hasattr(cls, "fair"):
            cls.recommended = cls.fair
        if not hasattr(cls, "first_game") and hasattr(cls, "recommended"):
            cls.first_game = cls.recommended

    def __init__(self, **options: OptionValue) -> None:
        raise NotImplementedError  # every game is a dataclass, which generates its own

    def __post_init__(self) -> None:
        for attribute, spec in self._fields():
            spec.check(getattr(self, attribute))

    def __getstate__(self) -> dict[str, object]:
        """Return what a pickle needs: the options, without tables made from them."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}  # type: ignore[arg-type]

    @classmethod
    def option_specs(cls) -> tuple[Option, ...]:
        """Return the options of this game, in the order in which menus list them."""
        return tuple(spec for _, spec in cls._fields())

    @classmethod
    def rules(cls) -> str:
        """Return the rules as text: the docstring of the game's module up to its example."""
        text = sys.modules[cls.__module__].__doc__ or cls.summary
        return text.split("\n>>>")[0].strip()

    def agreed_rules(self) -> str:
        """Return the rules of this set-up, with the house rule if it is misere."""
        return f"{self.rules()}\n\n{self.house_rule}" if self.misere else self.rules()

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options of this set-up by name; house rules only if they are in use."""
        return {spec.name: getattr(self, attribute) for attribute, spec in self._agreed()}

    def __str__(self) -> str:
        """Return the set-up as a Python call; random seeds depend on this text."""
        options = (f"{attribute}={getattr(self, attribute)!r}" for attribute, _ in self._agreed())
        return f"{type(self).__qualname__}({', '.join(options)})"

    def _agreed(self) -> Iterator[tuple[str, Option]]:
        """Yield the options to show: house rules only if they are in use."""
        for attribute, spec in self._fields():
            if not spec.house or getattr(self, attribute) != spec.default:
                yield attribute, spec

    @cached_property
    def misere(self) -> bool:
        """Whether the player who would win by the rule book loses instead."""
        return getattr(self, "ending", NORMAL) == MISERE

    @property
    def goal(self) -> str:
        """The rule of this set-up in one line."""
        return (
            f"{self.summary} But this is misère: {self.misere_rule}."
            if self.misere
            else self.summary
        )

    @property
    def house_rule(self) -> str:
        """How misere ends in this game, as a sentence."""
        return f"Misère {self.short_title}: {self.misere_rule}."

    @property
    def has_nim_values(self) -> bool:
        """Whether positions of this set-up have nim-values, which only normal play has."""
        return self.impartial and not self.misere

    def conclude(self, winner: Player, reason: str) -> Outcome:
        """Return the outcome if `winner` has won by the rule book; misere reverses it."""
        if self.misere:
            return Outcome(OTHER[winner], f"{reason}; in misère, {self.misere_rule}")
        return make_position(Outcome, (winner, reason))

    @classmethod
    def _fields(cls) -> Iterator[tuple[str, Option]]:
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            spec: Option = field.metadata["option"]
            yield field.name, spec if spec.name else spec._replace(name=field.name)

    @abstractmethod
    def start(self, first: Player = Player.ONE) -> P:
        """Return the position before the first move, with `first` to move."""

    @abstractmethod
    def legal_moves(self, position: P) -> tuple[int, ...]:
        """Return every legal move, ascending; empty exactly when the game is over."""

    @abstractmethod
    def play(self, position: P, move: int) -> P:
        """Return the position after `move`; IllegalMoveError says why if it is illegal."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Return the winner and why, or None if the game is not over."""

    @abstractmethod
    def max_moves(self) -> int:
        """Return an upper bound on the number of moves in a game of this set-up."""

    @abstractmethod
    def describe(self, position: P) -> str:
        """Return the position as one line of plain text."""

    def settable(self) -> tuple[Settable, ...]:
        """Return the fields of a position that can be set up by hand.

        By default every whole number in a position, up to its value at the start.
        """
        start = self.start()
        values = {name: getattr(start, name) for name in getattr(start, "_fields", ())}
        return tuple(
            Settable(name, name.replace("_", " "), most=value)
            for name, value in values.items()
            if type(value) is int
        )

    def tidy(self, position: P) -> P:
        """Return a position set up by hand with its fields made consistent."""
        return position

    @classmethod
    def with_left(
        cls, options: Mapping[str, OptionValue], numbers: tuple[int, ...], first: Player
    ) -> tuple[Game[P], P]:
        """Return a game and a position in which exactly these numbers are left.

        No moves need to lead to that position. OptionsError if a position of this game is more
        than a set of numbers.
        """
        raise OptionsError(f"a position of {cls.title} needs more than the numbers left")

    def positions(
        self, moves: Iterable[int], first: Player = Player.ONE, start: P | None = None
    ) -> Iterator[P]:
        """Replay a game: yield the start and the position after each of `moves`.

        Pass `start` if the game began from a position set up by hand. An illegal move raises
        IllegalMoveError once the positions before it have been yielded.
        """
        position = self.start(first) if start is None else start
        yield position
        for move in moves:
            position = self.play(position, move)
            yield position

    def children(self, position: P) -> Iterator[P]:
        """Yield the position after each legal move, in the order of `legal_moves`.

        Searches need millions of them, so a game may build them without checking each move.
        """
        for move in self.legal_moves(position):
            yield self.play(position, move)

    def key(self, position: P) -> str:
        """Return a stable text that two positions share only if they have the same future.

        Solvers and stores may look positions up by it. A game overrides this if its description
        contains more than what affects later play.
        """
        return f"Player {int(position.to_move)} to move; {self.describe(position)}"

    def phrase(self) -> str:
        """Return the set-up in a few words that can follow a comma: ``numbers 2 to 50``."""
        words = self.size_phrase()
        return f"{words}, misère: {self.misere_rule}" if self.misere else words

    def size_phrase(self) -> str:
        """Return `phrase` without misere; games override this with their own words."""
        options = {**self.options}
        options.pop("ending", None)
        return ", ".join(f"{name} {value}" for name, value in options.items())

    def format_move(self, move: int) -> str:
        """Return a move as people write it."""
        return str(move)

    def parse_move(self, text: str) -> int:
        """Return the move that `text` names; MoveTextError if it names none."""
        move = read_number(text)
        if move is None:
            raise MoveTextError(f"{brief(text)} is not a whole number such as 12")
        return move

    def why_illegal(self, position: P, move: int) -> str:
        """Return why `move` is illegal, or "" if it is legal; boards call this often.

        A game can give its reasons here or in `illegal_by_reason`. This default uses those of
        `illegal_by_reason`; if there are none, it tries the move.
        """
        groups = self.illegal_by_reason(position)
        if groups is not None:
            reasons = (reason for reason, mask in groups.items() if move >= 0 and mask >> move & 1)
            return next(reasons, "").replace("{}", self.format_move(move), 1)
        try:
            self.play(position, move)
        except IllegalMoveError as error:
            return error.problem
        return ""

    def illegal_by_reason(self, position: P) -> dict[str, int] | None:
        """Return the illegal numbers of the board as bit masks, by reason.

        Each reason has ``{}`` in place of the number. None, the default, means that callers must
        call `why_illegal` for each number; grouping them saves most of that work on a large board.
        """
        return None

    def illegal_move(self, position: P, move: int, problem: str) -> IllegalMoveError:
        """Return the error that says why `move` is illegal and which moves are legal."""
        ended = self.outcome(position)
        if ended:
            problem = f"the game is over: {ended.reason}"
        choices = [self.format_move(choice) for choice in self.legal_moves(position)]
        return IllegalMoveError(problem, choices, position=position, move=move)


AnyGame: TypeAlias = Game[Any]
"""A game whose positions this code gets from it and only hands back to it."""
