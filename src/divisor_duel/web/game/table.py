"""A game between two seats as the server stores it, and its next version.

A table is an immutable value: every change (`moves`, `seats`, `rematch`) makes a new one.
`Round` and the game's rules decide what is legal, never this module.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from divisor_duel.errors import DuelError
from divisor_duel.game import AnyGame, OptionValue, Outcome, Player, Position
from divisor_duel.games.registry import set_up
from divisor_duel.play.match import Round
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.web.game.clock import GameClock

HERE, LINK = "here", "link"
PEOPLE = (HUMAN, HUMAN)

ENDS = {"left": "left the game", "time": "ran out of time"}
"""How a player lost, other than by a move or by resigning, as the end of a sentence."""

PAUSED, CLOSED = "paused", "closed"
HELD = {PAUSED: "your teacher has paused the games", CLOSED: "this round is over"}
"""Why nothing can be changed in a game that a teacher holds, as a sentence."""

FORMAT = 4
"""Bump when an older server would lose data by rewriting the row."""

MOST_MOVES = 1000
"""Limit on the moves of a game: only Countdown from a huge number could reach it."""


T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801
    """A property computed on first use and cached; for one thread, so without a lock."""

    def __init__(self, work: Callable[[Table], T]) -> None:
        self._work, self._name, self.__doc__ = work, work.__name__, work.__doc__

    def __get__(self, table: Table, owner: type[Table]) -> T:
        value = table.__dict__[self._name] = self._work(table)
        return value


class NewerGameError(DuelError):
    """A newer server wrote this game; this one would lose the fields it cannot read."""


class UnknownGameError(DuelError):
    """There is no such game."""


class NotAllowedError(DuelError):
    """The seat is not allowed to do that, or not now."""


class StaleError(DuelError):
    """The request is about a position that is no longer current."""


class RefusedError(DuelError):
    """The rules of the game, or the server's own, do not allow it."""


class Table(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """One game, with everything needed to resume it after a crash.

    What follows from the moves is computed once and passed on from move to move,
    so that a move costs the same at the end of a long game as at its beginning.
    """

    id: str
    """Its unguessable id, which is in the link to watch it."""
    game: str
    """The id of the game."""
    options: dict[str, OptionValue]
    """The set-up: the value of every option."""
    mode: str
    """``here``: one screen, or a computer opponent; ``link``: two screens."""
    first: int
    """The seat that goes first."""
    players: tuple[str, str]
    """``human`` or a level, for each seat."""
    names: tuple[str, str]
    """The players' names."""
    seed: int
    """The random seed of computer players."""
    date: str
    """The day it began."""
    hashes: dict[int, str]
    """For each human seat, the hash of its token."""
    version: int = 1
    """Grows by one with every change."""
    number: int = 1
    """Its number in a series of rematches, from 1."""
    wins: tuple[int, int] = (0, 0)
    """Games of the series that each seat won before this one."""
    moves: tuple[int, ...] = ()
    """The moves made."""
    undone: tuple[int, ...] = ()
    """The moves taken back, the last of the game first."""
    resigned: int | None = None
    """The seat that resigned, if any; see `ended`."""
    takeback: int | None = None
    """The seat that asks to take a move back, if any."""
    offers: tuple[int, ...] = ()
    """The seats that want a rematch."""
    next_id: str | None = None
    """The id of the rematch; the game exists once `next_open` is set."""
    next_open: bool = False
    """Whether the rematch has been created."""
    next_hashes: dict[int, str] = {}
    """The token hashes of the rematch, for the players who have agreed."""
    owner: str = ""
    """The client that is charged for the computer's work on this game."""
    trouble: str | None = None
    """Why the computer cannot move, if it cannot."""
    unsure: bool = False
    """Whether a computer that should be perfect could not prove its last move."""
    ended: str = "resigned"
    """How the game ended if `resigned` is set: resigned, left or time."""
    invitations: dict[int, str] = {}
    """The hash of the invitation to each seat; it stays, so that accepting twice is harmless."""
    open: bool = False
    """Whether anyone may join."""
    opened: int | None = None
    """The seat that anyone could take when the game was open, if it was."""
    touched: int = 1
    """The version that last changed one of the MAKES_STALE fields."""
    start: str = ""
    """The starting position, if it is not the game's own."""
    clock: GameClock | None = None
    """The players' clock, if their time is limited."""
    reactions: dict[int, str] = {}
    """The mark that each seat showed since the last move."""
    said: str = ""
    """What a computer that plays by its proof said of its last move."""
    room: str = ""
    """The code of the room in which a class plays it, if any."""
    help: str = ""
    """Whether that room's teacher has ``locked`` hints and values or made them ``free``."""
    held: str = ""
    """Why no player can change it now: PAUSED or CLOSED by the teacher."""
    format: int = 1
    """The FORMAT of the server that wrote it: an older server leaves it alone."""

    @cached_property
    def rules(self) -> AnyGame:
        """The game with its options."""
        return _rules(self.game, tuple(self.options.items()))

    @cached_property
    def position(self) -> Position:
        """The current position."""
        return self.after(len(self.moves)).position

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is being played."""
        if not self.resigned:
            return self.rules.outcome(self.position)
        outcome = self.round.outcome
        if outcome and self.ended in ENDS:
            return Outcome(outcome.winner, f"Player {self.resigned} {ENDS[self.ended]}")
        return outcome

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal moves now; none once the game is over."""
        return () if self.outcome else self.rules.legal_moves(self.position)

    @cached_property
    def start_position(self) -> Position:
        """The starting position."""
        return Record(self.rules, first=Player(self.first), start=self.start).start_position()

    def after(self, ply: int) -> Round[Position]:
        """Return the game as it was after `ply` moves."""
        return Round(self.rules, Player(self.first), self.moves[:ply], self.start_position)

    @property
    def round(self) -> Round[Position]:
        """The game as it stands, for making moves or taking them back."""
        made = Round.at_position(
            self.rules, Player(self.first), self.moves, self.position, self.start_position
        )
        made.resigned = Player(self.resigned) if self.resigned else None
        return made

    @property
    def record(self) -> Record:
        """The game as a record; the seed is included only when the game is over."""
        return Record(
            self.rules,
            self.moves,
            Player(self.first),
            names=self.names,
            levels=self.players,
            date=self.date,
            seed=self.seed if self.outcome else None,
            resigned=Player(self.resigned) if self.resigned else None,
            start=self.start,
        )

    @property
    def between_computers(self) -> bool:
        """Whether both players are computers."""
        return HUMAN not in self.players

    @property
    def between_people(self) -> bool:
        """Whether both players are people."""
        return self.players == PEOPLE

    def level(self, seat: int) -> str:
        """Return who plays a seat: ``human`` or a level."""
        return self.players[seat - 1]

    def seat_of(self, token: str) -> int | None:
        """Return the seat of a token; the time this takes does not depend on the token."""
        return self.seat_of_hash(hash_token(token))

    def seat_of_hash(self, hashed: str) -> int | None:
        """Return the seat whose token has this hash."""
        seats = [seat for seat, own in self.hashes.items() if hmac.compare_digest(own, hashed)]
        return seats[0] if seats else None


@lru_cache(maxsize=256)
def _rules(game: str, options: tuple[tuple[str, OptionValue], ...]) -> AnyGame:
    return set_up(game, dict(options))


def hash_token(token: str) -> str:
    """Return the hash stored for a token; as tokens are random, it is irreversible."""
    return hashlib.sha256(token.encode()).hexdigest()


def check_seat(seat: int | None) -> int:
    """Return the seat of a token; NotAllowedError if the token has none."""
    if seat is None:
        raise NotAllowedError("this token does not belong to this game")
    return seat


def is_waiting(table: Table) -> bool:
    """Return True if a computer player is to move, and may."""
    if table.between_people or table.held:
        return False
    return table.outcome is None and table.level(table.position.to_move) != HUMAN


def with_position(position: Position, table: Table) -> Table:
    """Set a table's position, so that it need not replay the game; return the table."""
    table.__dict__["position"] = position
    return table


MAKES_STALE = {"moves", "undone", "takeback", "resigned", "players"}
"""Fields that requests respond to: a request from before they changed is stale."""


HEADING = "heading"
"""Where a table caches the beginning of its state as JSON (`view.state_now`)."""

HEADED = {"players", "names", "first"}
"""Fields that appear in that beginning and can change."""


def next_version(table: Table, **changes: object) -> Table:
    """Return the next version; unless moves change, it shares the computed position."""
    changes.setdefault("trouble", None)
    if "moves" in changes:
        changes.setdefault("unsure", False)
        changes.setdefault("reactions", {})
        changes.setdefault("said", "")
    if not MAKES_STALE.isdisjoint(changes):
        changes["touched"] = table.version + 1
    changed = replace(table, version=table.version + 1, format=FORMAT, **changes)
    cache, old_cache = changed.__dict__, table.__dict__
    cache["rules"] = table.rules
    if HEADING in old_cache and HEADED.isdisjoint(changes):
        cache[HEADING] = old_cache[HEADING]
    if changed.first == table.first:
        cache["start_position"] = table.start_position
        if changed.moves == table.moves and "position" in old_cache:
            cache["position"] = table.position
    return changed


def continue_from(known: Table | None, table: Table) -> Table:
    """Compute a table's position from an earlier version, if one is known.

    So a game is not replayed from its beginning for every move that another server makes.
    """
    if known is None or known.first != table.first or known.start != table.start:
        return table
    new_moves = table.moves[len(known.moves) :]
    if table.moves[: len(known.moves)] != known.moves or len(new_moves) > MOST_NEW_MOVES:
        return table
    position = known.position
    for choice in new_moves:
        position = known.rules.play(position, choice)
    table.__dict__.update(rules=known.rules, start_position=known.start_position)
    return with_position(position, table)


MOST_NEW_MOVES = 4
"""Limit on the moves since the known version; beyond it the game is replayed."""


def score(table: Table) -> tuple[int, int]:
    """Return the games that each seat has won, this one included."""
    outcome, (one, two) = table.outcome, table.wins
    return one + bool(outcome and outcome.winner == 1), two + bool(outcome and outcome.winner == 2)


def due(table: Table) -> float | None:
    """Return when the player to move loses on time, or None if no clock is running."""
    if table.clock is None or table.outcome:
        return None
    return table.clock.due(int(table.position.to_move))
