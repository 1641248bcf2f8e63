"""A game between two seats as the server keeps it, and how one version follows another.

A table is a value: what is done to it (`turns`, `seats`, `rematch`) makes the next one.
Rules are asked of `Round`, never worked out here.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from divisor_duel.errors import DuelError
from divisor_duel.game import Game, OptionValue, Outcome, Player
from divisor_duel.games.registry import set_up
from divisor_duel.match import Round
from divisor_duel.record import HUMAN, Record
from divisor_duel.web.clocks import GameClock

HERE, LINK = "here", "link"
PEOPLE = (HUMAN, HUMAN)

ENDS = {"left": "left the game", "time": "ran out of time"}
"""What is said of who lost other than by a move or by resigning."""

FORMAT = 3
"""Grows when a server that does not know of something could spoil it."""

MOST_MOVES = 1000
"""Longer games are not played here: only Countdown from a huge number could be."""


Worth = TypeVar("Worth")


class once(Generic[Worth]):  # noqa: N801
    """A property worked out when it is first asked for; by one thread, so without a lock."""

    def __init__(self, work: Callable[[Any], Worth]) -> None:
        self._work, self._name, self.__doc__ = work, work.__name__, work.__doc__

    def __get__(self, table: Any, owner: type[Any]) -> Worth:
        found = table.__dict__[self._name] = self._work(table)
        return found


class NewerGameError(DuelError):
    """A server of a newer version wrote this game, and might lose what this one does not know."""


class UnknownGameError(DuelError):
    """There is no such game."""


class NotAllowedError(DuelError):
    """The seat may not do that, or not now."""


class StaleError(DuelError):
    """The request answers a position that is no longer there."""


class RefusedError(DuelError):
    """The rules, or those of this kind of game, do not allow it."""


class Table(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """One game, with all that is needed to go on with it after a crash.

    What follows from the moves is worked out once and handed on from move to move,
    so that a move costs the same at the end of a long game as at its beginning.
    """

    id: str
    """Its unguessable name: the watch link."""
    game: str
    """The id of the game."""
    options: dict[str, OptionValue]
    """The set-up, every option."""
    mode: str
    """``here``: one screen, or a computer on the other side; ``link``: two screens."""
    first: int
    """Who begins."""
    players: tuple[str, str]
    """``human`` or a level, for each seat."""
    names: tuple[str, str]
    """What the players are called."""
    seed: int
    """What computer players' chance comes from."""
    date: str
    """The day it began."""
    hashes: dict[int, str]
    """For each human seat, the hash of its token."""
    version: int = 1
    """Grows by one with every change."""
    number: int = 1
    """Which game of a row of rematches this is."""
    wins: tuple[int, int] = (0, 0)
    """Games won before this one."""
    moves: tuple[int, ...] = ()
    """The moves made."""
    undone: tuple[int, ...] = ()
    """The moves taken back, the last of the game first."""
    resigned: int | None = None
    """Who gave up, if anyone did."""
    takeback: int | None = None
    """Who asks to take a move back, if anyone does."""
    offers: tuple[int, ...] = ()
    """Who wants a rematch."""
    next_id: str | None = None
    """The game that follows; it exists once `next_open` is set."""
    next_open: bool = False
    """Whether the game that follows has been made."""
    next_hashes: dict[int, str] = {}
    """The hashes of the tokens of the game that follows, as far as its players agreed."""
    owner: str = ""
    """Whom the computer's work for this game is charged to."""
    trouble: str | None = None
    """Why the computer does not move, if it cannot."""
    unsure: bool = False
    """Whether a computer that should be perfect could not prove that its last move is."""
    ended: str = "resigned"
    """How the game ended if somebody is counted as having given up: resigned, left, time."""
    invitations: dict[int, str] = {}
    """The hashes of the invitations to seats, kept so that accepting one twice is harmless."""
    open: bool = False
    """Whether anybody may join."""
    opened: int | None = None
    """The seat that anybody could take, if there was one."""
    touched: int = 1
    """The version since which moves, a takeback or the end are as they are."""
    start: str = ""
    """The position that it began from, if that was set up."""
    clock: GameClock | None = None
    """How much time the players have, if it is limited."""
    format: int = 1
    """Which version of this very type wrote it: a server that knows less leaves it alone."""

    @once
    def rules(self) -> Game[Any]:
        """The game with its options."""
        return _rules(self.game, tuple(self.options.items()))

    @once
    def position(self) -> Any:
        """The position now."""
        return self.after(len(self.moves)).position

    @once
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.resigned:
            return self.rules.outcome(self.position)
        outcome = self.round.outcome
        if outcome and self.ended in ENDS:
            return Outcome(outcome.winner, f"Player {self.resigned} {ENDS[self.ended]}")
        return outcome

    @once
    def legal(self) -> tuple[int, ...]:
        """The moves that may be made now."""
        return () if self.outcome else self.rules.legal_moves(self.position)

    @once
    def begin(self) -> Any:
        """The position that it began from."""
        return Record(self.rules, first=Player(self.first), start=self.start).begin()

    def after(self, ply: int) -> Round:
        """The game as it was after so many moves."""
        return Round(self.rules, Player(self.first), self.moves[:ply], self.begin)

    @property
    def round(self) -> Round:
        """The game as it stands, to be played on or taken back."""
        made = Round.standing(self.rules, Player(self.first), self.moves, self.position, self.begin)
        made.resigned = Player(self.resigned) if self.resigned else None
        return made

    @property
    def record(self) -> Record:
        """The game as a record; what chance comes from is shown only when it is over."""
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
        """Whether no person plays."""
        return HUMAN not in self.players

    @property
    def between_people(self) -> bool:
        """Whether both seats are people's."""
        return self.players == PEOPLE

    def level(self, seat: int) -> str:
        """Who sits there: ``human`` or a level."""
        return self.players[seat - 1]

    def seat_of(self, token: str) -> int | None:
        """The seat that a token opens; all are compared, so that time tells nothing."""
        return self.seat_kept(hash_token(token))

    def seat_kept(self, given: str) -> int | None:
        """The seat of a token of which only the hash is known."""
        found = [seat for seat, kept in self.hashes.items() if hmac.compare_digest(kept, given)]
        return found[0] if found else None


@lru_cache(maxsize=256)
def _rules(game: str, options: tuple[tuple[str, OptionValue], ...]) -> Game[Any]:
    return set_up(game, dict(options))


def hash_token(token: str) -> str:
    """What is kept of a token; they are random, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_waiting(table: Table) -> bool:
    """Whether a computer player is to move."""
    if table.between_people:
        return False
    return table.outcome is None and table.level(table.position.to_move) != HUMAN


def placed(position: Any, table: Table) -> Table:
    """The table, told its position so that it need not replay the game."""
    table.__dict__["position"] = position
    return table


TOUCHING = {"moves", "undone", "takeback", "resigned", "players"}
"""What a player answers: who has not seen a change of it must look again."""


HEADING = "heading"
"""Under this name a table keeps the beginning of its state as JSON (`view.state_now`)."""

HEADED = {"players", "names", "first"}
"""What may change of that beginning."""


def next_version(table: Table, **changes: Any) -> Table:
    """The table changed; what was worked out of it stays true while no move is made or undone."""
    changes.setdefault("trouble", None)
    if "moves" in changes:
        changes.setdefault("unsure", False)
    if not TOUCHING.isdisjoint(changes):
        changes["touched"] = table.version + 1
    changed = replace(table, version=table.version + 1, format=FORMAT, **changes)
    known, worked_out = changed.__dict__, table.__dict__
    known["rules"] = table.rules
    if HEADING in worked_out and HEADED.isdisjoint(changes):
        known[HEADING] = worked_out[HEADING]
    if changed.first == table.first:
        known["begin"] = table.begin
        if changed.moves == table.moves and "position" in worked_out:
            known["position"] = table.position
    return changed


def told_by(known: Table | None, table: Table) -> Table:
    """The table, which another server has changed, told what follows from an earlier one.

    So it is not replayed from its beginning for every move that is made elsewhere.
    """
    if known is None or known.first != table.first or known.start != table.start:
        return table
    more = table.moves[len(known.moves) :]
    if table.moves[: len(known.moves)] != known.moves or len(more) > MOST_TOLD:
        return table
    position = known.position
    for choice in more:
        position = known.rules.play(position, choice)
    table.__dict__.update(rules=known.rules, begin=known.begin)
    return placed(position, table)


MOST_TOLD = 4
"""Moves beyond which a game may as well be replayed."""


def score(table: Table) -> tuple[int, int]:
    """Games won by each seat, this one included."""
    outcome, (one, two) = table.outcome, table.wins
    return one + bool(outcome and outcome.winner == 1), two + bool(outcome and outcome.winner == 2)
