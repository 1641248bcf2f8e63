"""What every game provides, in the words that all of them share.

A game is a frozen dataclass of its options. It hands out positions, which are
small immutable values that know who is to move, and answers three questions
about them: which moves are legal, where a move leads, and whether it is over.
Nothing here or in the rules knows of screens, clocks, randomness or players'
names.
"""

from __future__ import annotations

import dataclasses
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum, StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from divisor_duel.errors import IllegalMoveError, MoveTextError, OptionsError
from divisor_duel.options import (
    HOUSE_RULE,
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
    "HOUSE_RULE",
    "MISERE",
    "NORMAL",
    "OTHER",
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
    "option",
    "read_number",
]


class Player(IntEnum):
    """One of the two players; the numbers are the rule books' own."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Player:
        """The opponent."""
        return OTHER[self]


OTHER = (Player.ONE, Player.TWO, Player.ONE)
"""The opponent of player p is ``OTHER[p]``: an index is quicker than a branch."""


class Outcome(NamedTuple):
    """How a game ended."""

    winner: Player
    """Who won."""
    reason: str
    """Why, as a clause that reads on after the winner's name and a colon."""


class Value(StrEnum):
    """Who wins from a position, or after a move, as one player sees it."""

    WIN = "win"
    LOSS = "loss"
    UNKNOWN = "unknown"

    __repr__ = str.__repr__
    """Shown as the text that it is everywhere else: in JSON, in tables, in files."""

    @classmethod
    def of(cls, win: bool | None) -> Value:
        """The value of a question about winning that may have no answer."""
        return cls.UNKNOWN if win is None else cls.WIN if win else cls.LOSS

    @property
    def proved(self) -> bool | None:
        """Whether it is a win, or None if that is not known: what `of` was asked."""
        return None if self is Value.UNKNOWN else self is Value.WIN

    @property
    def other(self) -> Value:
        """What it is to the other player."""
        return _OTHER_VALUE[self]


_OTHER_VALUE = {
    Value.WIN: Value.LOSS,
    Value.LOSS: Value.WIN,
    Value.UNKNOWN: Value.UNKNOWN,
}


class Position(Protocol):
    """All that a position of any game must tell."""

    @property
    def to_move(self) -> Player:
        """Whose turn it is."""
        ...


P = TypeVar("P", bound=Position)

BenchSetups = Mapping[str, Mapping[str, OptionValue]]
"""Options by size: ``book``, ``middle`` and ``large``."""


class Game(ABC, Generic[P]):
    """The contract of every game; subclasses are frozen dataclasses of options.

    A new game is one subclass: four class variables (five if it is impartial),
    `start`, `legal_moves`, `play`, `outcome`, `longest` and `describe`. All
    interfaces work from those.
    """

    id: ClassVar[str]
    """The short name used in commands, records and messages."""
    title: ClassVar[str]
    """The full name shown to people."""
    summary: ClassVar[str]
    """The whole game in one line."""
    fair: ClassVar[Preset]
    """A set-up in which the first move cannot simply win: its reason says who wins with best
    play and how soon, never by which move."""
    recommended: ClassVar[Preset]
    """What *Play* offers first: the fair set-up unless the game says otherwise. No first move
    may end it, whoever begins."""
    bench: ClassVar[BenchSetups] = {}
    """The set-ups of this game in Divisor Duel Bench 1, which never change; empty if the game is
    not in it."""
    impartial: ClassVar[bool] = False
    """Whether all that counts is the position, not who is to move, and who cannot move
    loses unless it is misere."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if not hasattr(cls, "recommended") and hasattr(cls, "fair"):
            cls.recommended = cls.fair

    def __init__(self, **options: OptionValue) -> None:
        raise NotImplementedError  # every game is a dataclass, which writes its own

    def __post_init__(self) -> None:
        for attribute, spec in self._fields():
            spec.check(getattr(self, attribute))

    @classmethod
    def option_specs(cls) -> tuple[Option, ...]:
        """The options of this game, in the order in which people meet them."""
        return tuple(spec for _, spec in cls._fields())

    @classmethod
    def rules(cls) -> str:
        """The rules in plain words: the docstring of the game's module up to its example."""
        text = sys.modules[cls.__module__].__doc__ or cls.summary
        return text.split("\n>>>")[0].strip()

    def agreed_rules(self) -> str:
        """The rules as this set-up is played."""
        return f"{self.rules()}\n\n{HOUSE_RULE}" if self.misere else self.rules()

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options of this set-up by name; house rules only where they are agreed on."""
        return {spec.name: getattr(self, attribute) for attribute, spec in self._agreed()}

    def __str__(self) -> str:
        """The set-up as a program writes it; chance that is seeded with it stays as it was."""
        told = (f"{attribute}={getattr(self, attribute)!r}" for attribute, _ in self._agreed())
        return f"{type(self).__qualname__}({', '.join(told)})"

    def _agreed(self) -> Iterator[tuple[str, Option]]:
        """The options that are told: house rules only where they are agreed on."""
        for attribute, spec in self._fields():
            if not spec.house or getattr(self, attribute) != spec.default:
                yield attribute, spec

    @property
    def misere(self) -> bool:
        """Whether whoever would win has lost."""
        return getattr(self, "ending", NORMAL) == MISERE

    @property
    def has_nim_values(self) -> bool:
        """Whether positions of this set-up have nim-values, which are about normal play."""
        return self.impartial and not self.misere

    def conclude(self, winner: Player, reason: str) -> Outcome:
        """The outcome where by the rule book `winner` has won: here misere turns it round."""
        if self.misere:
            return Outcome(OTHER[winner], f"{reason}; in misere whoever would win has lost")
        return Outcome(winner, reason)

    @classmethod
    def _fields(cls) -> Iterator[tuple[str, Option]]:
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            spec: Option = field.metadata["option"]
            yield field.name, spec if spec.name else spec._replace(name=field.name)

    @abstractmethod
    def start(self, first: Player = Player.ONE) -> P:
        """The position before the first move, with `first` to begin."""

    @abstractmethod
    def legal_moves(self, position: P) -> tuple[int, ...]:
        """Every legal move, ascending; empty exactly when the game is over."""

    @abstractmethod
    def play(self, position: P, move: int) -> P:
        """The position after `move`; IllegalMoveError with the reason if it is not legal."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Who won and why, or None while the game goes on."""

    @abstractmethod
    def longest(self) -> int:
        """A number of moves that no game of this set-up exceeds."""

    @abstractmethod
    def describe(self, position: P) -> str:
        """The position in one line of plain text."""

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
        """A game and a position in which exactly these numbers are left, however that came about.

        OptionsError unless positions of this game are just that.
        """
        raise OptionsError(f"a position of {cls.title} is more than the numbers left; give --moves")

    def positions(
        self, moves: Iterable[int], first: Player = Player.ONE, start: P | None = None
    ) -> Iterator[P]:
        """The start and the position after each of `moves`: the one way to replay a game.

        A game that was set up begins from `start`.
        IllegalMoveError comes where the illegal move stands, after the positions before it.
        """
        position = self.start(first) if start is None else start
        yield position
        for move in moves:
            position = self.play(position, move)
            yield position

    def children(self, position: P) -> Iterator[P]:
        """The position after each legal move, in their order.

        Searches ask for millions of them: a game may make them without checking each move.
        """
        for move in self.legal_moves(position):
            yield self.play(position, move)

    def key(self, position: P) -> str:
        """A stable text that two positions share only if they go on alike.

        Solvers and stores may look positions up by it. A game whose description tells
        more than matters for what may follow writes a key of its own.
        """
        return f"Player {int(position.to_move)} to move; {self.describe(position)}"

    def phrase(self) -> str:
        """The set-up in a few words that read on after a comma: ``numbers 2 to 50``."""
        words = self.size_phrase()
        return f"{words}, misere: whoever would win loses" if self.misere else words

    def size_phrase(self) -> str:
        """The same without misere; a game has its own words here."""
        options = {**self.options}
        options.pop("ending", None)
        return ", ".join(f"{name} {value}" for name, value in options.items())

    def format_move(self, move: int) -> str:
        """A move as people write it."""
        return str(move)

    def parse_move(self, text: str) -> int:
        """The move that `text` names; MoveTextError if it names none."""
        move = read_number(text)
        if move is None:
            raise MoveTextError(f"{brief(text)} is not a whole number such as 12")
        return move

    def problem(self, position: P, move: int) -> str:
        """Why `move`, which is not legal, is not: boards ask it of many numbers at once.

        A game that knows its reasons says them here or in `refused_alike`; this default looks
        there, and where there is nothing it tries the move.
        """
        groups = self.refused_alike(position)
        if groups is not None:
            told = (reason for reason, mask in groups.items() if move >= 0 and mask >> move & 1)
            return next(told, "").replace("{}", self.format_move(move), 1)
        try:
            self.play(position, move)
        except IllegalMoveError as error:
            return error.problem
        return ""

    def refused_alike(self, position: P) -> dict[str, int] | None:
        """All numbers of the board that are not legal, as masks, by the reason they are refused
        for, which has ``{}`` for the number.

        None, the default, if `problem` must be asked of each: a game that can name the groups
        spares whoever shows a large board most of the work.
        """
        return None

    def refuse(self, position: P, move: int, problem: str) -> IllegalMoveError:
        """The error that says why `move` is illegal and what would be legal."""
        ended = self.outcome(position)
        if ended:
            problem = f"the game is over: {ended.reason}"
        choices = [self.format_move(choice) for choice in self.legal_moves(position)]
        return IllegalMoveError(problem, choices, position=position, move=move)
