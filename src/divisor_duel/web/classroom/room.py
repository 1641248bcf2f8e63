"""A room as the server stores it: the pupils, the rounds that they have played, the settings.

A room is an immutable value. Every change (`actions`) makes a new one; the games themselves are
tables of `web.game`, which the room names by their ids.
"""

from __future__ import annotations

import hmac
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from divisor_duel.game import AnyGame, OptionValue
from divisor_duel.games.registry import set_up
from divisor_duel.web.game.table import NotAllowedError, hash_token
from divisor_duel.web.schema.room_requests import Discussed

FORMAT = 3
"""Bump when an older server would lose data by rewriting the row."""

COMPUTER = 0
"""The number of the computer, which plays against an odd pupil."""

TEACHER = 0
"""The number of the teacher among the people in a room; pupils are numbered from 1."""

Help = Literal["locked", "free"]
"""Whether hints, values and the coach can be used in games."""

Pairs = Literal["winners", "everyone"]
"""How pairs are made: winners meet winners (Swiss), or everyone meets everyone."""


class Pupil(Struct, frozen=True, omit_defaults=True):
    """A pupil in a room."""

    number: int
    """From 1, in the order of arrival; never given to anyone else."""
    name: str
    """The first name."""
    hashed: str
    """The hash of the pupil's token; empty while the place waits for its pupil on a new device."""
    removed: bool = False
    """Whether the teacher has removed the pupil."""


class Pairing(Struct, frozen=True, omit_defaults=True):
    """One game of a round."""

    game: str
    """The id of the game."""
    one: int
    """The pupil in seat 1, who goes first."""
    two: int
    """The pupil in seat 2; one of the two may be the COMPUTER."""
    over: bool = False
    """Whether the game has ended."""
    winner: int | None = None
    """The winner's number; None if the round ended before the game."""

    @property
    def pupils(self) -> tuple[int, ...]:
        """The pupils who play, without the computer."""
        return tuple(number for number in (self.one, self.two) if number != COMPUTER)

    def opponent(self, number: int) -> int:
        """Return the number of a player's opponent."""
        return self.two if number == self.one else self.one


class Projected(Struct, frozen=True, omit_defaults=True):
    """What the projector shows instead of the room's code and pairs."""

    game: str = ""
    """The id of a game whose board is shown."""
    discussed: Discussed | None = None
    """A position to discuss; it stays the same while more games are reviewed."""
    revealed: bool = False
    """Whether the explanation is shown, too."""


class Ballot(Struct, frozen=True):
    """A pupil's vote for a move."""

    pupil: int
    move: int


class Vote(Struct, frozen=True, omit_defaults=True):
    """The vote of the class on one move."""

    ply: int
    """How many moves were made before it."""
    expected: tuple[int, ...]
    """The pupils who were here when it began: it closes once all of them have voted."""
    closes: float | None = None
    """When it closes, in seconds since 1970; None without a time limit, or while paused."""
    left: float | None = None
    """Seconds left of a limited time, while the room is paused."""
    ballots: tuple[Ballot, ...] = ()
    """One for each pupil who has voted, the earliest first."""
    open: bool = True
    chosen: int | None = None
    """The move with the most votes, once it is closed; None without votes."""


class ClassGame(Struct, frozen=True, omit_defaults=True):
    """A game of the whole class against the computer."""

    game: str
    """The id of the game."""
    seat: int
    """The seat of the class."""
    level: str
    """The computer's level."""
    seconds: int = 0
    """Time for each vote, in seconds; 0 is without limit."""
    vote: Vote | None = None
    """The last vote, which may be open."""


class AssignedPosition(Struct, frozen=True, omit_defaults=True):
    """A position of the room's game that the teacher chose for everyone to solve."""

    options: dict[str, OptionValue]
    first: int = 1
    moves: tuple[int, ...] = ()
    start: str = ""
    """The starting position, if it is not the game's own."""


class Room(Struct, frozen=True, omit_defaults=True):
    """A room with everyone and everything in it."""

    code: str
    """Six letters, by which pupils find it."""
    teacher: str
    """The hash of the teacher's token."""
    owner: str
    """The hash of the client that opened it, which is charged for it."""
    game: str
    """The id of the game that is played."""
    options: dict[str, OptionValue]
    """Its set-up."""
    level: str
    """The computer's level against an odd pupil."""
    opened: float
    """When it was opened, in seconds since 1970."""
    expires: float
    """When it and all its games are removed."""
    pairs: Pairs = "winners"
    """How pairs are made."""
    help: Help = "locked"
    """Whether hints, values and the coach can be used."""
    version: int = 1
    """Grows by one with every change."""
    paused: bool = False
    """Whether all games wait: eyes up."""
    closed: bool = False
    """Whether newcomers are refused."""
    pupils: tuple[Pupil, ...] = ()
    """Everyone who has joined, removed pupils included."""
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    """The rounds so far; the last is the current one."""
    projected: Projected = Projected()
    """What the projector shows."""
    lesson: bool = False
    """Whether pupils take the game's lesson while they wait for a game."""
    puzzles: tuple[str | AssignedPosition, ...] = ()
    """The puzzles that everyone solves alone: seeds, which pupils never receive, or positions."""
    work: dict[int, dict[int, str]] = {}
    """For each pupil and puzzle the tries: 0 for a wrong one, 1 for the right one."""
    class_game: ClassGame | None = None
    """The game of the whole class against the computer, if one is being played."""
    class_games: tuple[str, ...] = ()
    """The ids of all such games that were ever played here."""
    format: int = 1
    """The FORMAT of the server that wrote it."""

    @property
    def rules(self) -> AnyGame:
        """The game with its options."""
        return set_up(self.game, self.options)

    @property
    def present(self) -> tuple[Pupil, ...]:
        """The pupils who have not been removed."""
        return tuple(pupil for pupil in self.pupils if not pupil.removed)

    @property
    def current(self) -> tuple[Pairing, ...]:
        """The games of the current round."""
        return self.rounds[-1] if self.rounds else ()

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of all games that were ever played here."""
        paired = (pairing.game for played in self.rounds for pairing in played)
        return (*paired, *self.class_games)

    def pupil(self, number: int) -> Pupil:
        """Return a pupil who has not been removed; NotAllowedError if there is none."""
        for pupil in self.present:
            if pupil.number == number:
                return pupil
        raise NotAllowedError("this pupil is no longer in the room")

    def pairing_of(self, number: int) -> Pairing | None:
        """Return the current game of a pupil."""
        return next((pairing for pairing in self.current if number in pairing.pupils), None)

    def solved(self, number: int) -> int:
        """Return how many puzzles a pupil has solved."""
        return sum("1" in tries for tries in self.work.get(number, {}).values())

    def name_of(self, number: int) -> str:
        """Return the name of a pupil, or of the computer."""
        if number == COMPUTER:
            return "Computer"
        return self.pupils[number - 1].name

    def number_of(self, token: str) -> int | None:
        """Return whose token this is: TEACHER, a pupil's number, or None."""
        return self.number_of_hash(hash_token(token))

    def number_of_hash(self, hashed: str) -> int | None:
        """Return whose token has this hash."""
        if hmac.compare_digest(self.teacher, hashed):
            return TEACHER
        for pupil in self.present:
            if pupil.hashed and hmac.compare_digest(pupil.hashed, hashed):
                return pupil.number
        return None


def next_version(room: Room, **changes: object) -> Room:
    """Return the next version of a room."""
    return replace(room, version=room.version + 1, format=FORMAT, **changes)
