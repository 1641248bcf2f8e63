"""The interface between the server and its database: two stores implement it.

A game is one row: its whole state as bytes, with a version that grows by one
with every change. A change names the version that it follows, so of two changes
to the same version only the first is saved, whichever process made it. When
`save` returns True, the change survives a crash and a power cut.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol

from divisor_duel.errors import DuelError


class StoreError(DuelError):
    """The database cannot be used; the message says what to do."""


class StoreBusyError(Exception):
    """The database does not answer at the moment; the same request may work later."""


def cause_of(error: BaseException) -> str:
    """Return an error's message, or its type if it has none, as with timeouts."""
    if str(error):
        return str(error)
    return "no answer in time" if isinstance(error, TimeoutError) else type(error).__name__


class Phase(IntEnum):
    """The stage of a game, which decides how long it is stored without a change."""

    UNSTARTED = 0
    PLAYING = 1
    OVER = 2


MARKED = 3
"""Added to the stage of a game that is marked for removal; its `day` is then the day of the mark.

Every change of a game writes its stage and day, so a game that is continued loses its mark,
whichever version of the server makes the change.
"""


class StoredGame(NamedTuple):
    """A game as it is stored."""

    id: str
    """Its unguessable id."""
    version: int
    """1 for a new game, and one more with every change."""
    waiting: bool
    """Whether a computer player is to move and a person is waiting."""
    body: bytes
    """The table as JSON."""
    stage: int = Phase.PLAYING
    """Its `Phase`, plus MARKED if it is marked for removal."""
    open: bool = False
    """Whether anyone may join."""
    due: float | None = None
    """When the time of the player to move runs out, in seconds since 1970."""
    move: str = ""
    """Not stored: the plain move that led to this version, if any, for other processes."""


class StoredRoom(NamedTuple):
    """A room for a class as it is stored."""

    id: str
    """Its code."""
    version: int
    """1 for a new room, and one more with every change."""
    expires: float
    """When it is to be removed with all its games, in seconds since 1970."""
    body: bytes
    """The room as JSON."""


COLUMNS = 7
"""How many fields of StoredGame are stored."""


MessageHandler = Callable[[str, bytes], None]
"""Called with the kind, such as ``moves``, and the text of each message from other processes."""

MISSED = "lost"
"""The kind of message that reports a gap: read the games again, as messages may be missing."""


class Store(Protocol):
    """Where games are stored."""

    async def open(self, listener: MessageHandler) -> None:
        """Connect, and create the table if there is none; StoreError if that fails.

        From then on the listener is called for all changes that other processes make.
        """

    async def load(self, id: str) -> StoredGame | None:
        """Return the game as it was last saved, or None if there is none."""

    def save(self, rows: Sequence[StoredGame]) -> Future[bool]:
        """Save all rows, or none and return False if another change came first.

        A row with version 1 is new; any other follows the stored version before it.
        """

    async def load_all(self, ids: Sequence[str]) -> list[StoredGame]:
        """Return the games with these ids, without those that do not exist."""

    async def waiting(self, held: Sequence[str]) -> list[StoredGame]:
        """Return games whose computer player is to move and that no process works on.

        They are leased to this process for LEASE_SECONDS, and so are those in `held`.
        """

    async def open_games(self, most: int) -> list[StoredGame]:
        """Return up to `most` games that anyone may join, the newest first."""

    async def due(self, now: float) -> list[str]:
        """Return the ids of games in which a player's time has run out."""

    async def idle_days(self) -> int | None:
        """Return the days since a game was last changed or marked; None without games."""

    async def mark(self, stage: Phase, days: float) -> int:
        """Mark games of a stage that have not changed for `days`; return how many."""

    async def drop(self, stage: Phase, days: float, wait: float) -> int:
        """Remove games marked for `wait` days and unchanged for `days`; return how many.

        A mark is corrected first if the clock was wrong when it was set: a mark in the future is
        set to today, and a game that has not been unchanged for so long loses its mark.
        """

    async def load_room(self, id: str) -> StoredRoom | None:
        """Return the room as it was last saved, or None if there is none."""

    async def save_room(self, room: StoredRoom, games: Sequence[StoredGame]) -> bool:
        """Save a room with new games, or nothing and return False if another change came first."""

    async def expired_rooms(self, now: float) -> list[StoredRoom]:
        """Return rooms that are to be removed."""

    async def remove_room(self, id: str, games: Sequence[str]) -> None:
        """Remove a room and these games."""

    async def count(self) -> int:
        """Return about how many games there are."""

    async def check(self) -> float:
        """Do a round trip; return the seconds since others could last be heard."""

    async def notify(self, kind: str, text: bytes) -> None:
        """Send the other processes on this database a message that is not stored."""

    async def close(self) -> None:
        """Close the database."""


DROPPED_AT_ONCE = 500
"""Limit on the games that one `mark` or `drop` changes, so that moves do not wait for long."""

LEASE_SECONDS = 10.0
"""How long a lease of a game keeps other processes from working on it, in seconds."""


def check_known(where: str, found: int, known: int) -> None:
    """Raise StoreError if a database has another schema than this program knows."""
    if found != known:
        other = "a newer" if found > known else "an older"
        raise StoreError(
            f"the database {where} has schema {found}, but this version knows only {known}; "
            f"install {other} divisor-duel, or name another database"
        )
