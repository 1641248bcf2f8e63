"""What the server needs of a database: one small port that two adapters fill.

A game is one row: its whole state as bytes, with a version that grows by one
with every change. A change names the version that it follows, so of two
that follow the same one only the first is kept, whoever wrote it. When `save`
returns True, the change survives a crash and a power cut.
"""

from __future__ import annotations

import re
from asyncio import Future
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol

from divisor_duel.errors import DuelError
from divisor_duel.extras import missing
from divisor_duel.web.answers import Answer


class StoreError(DuelError):
    """The database cannot be used, in a sentence that says what to do."""


class StoreBusyError(Exception):
    """The database does not answer at the moment; the same request may work later."""


def cause_of(error: BaseException) -> str:
    """Return what an error says, or its kind if it says nothing, as timeouts do."""
    if str(error):
        return str(error)
    return "no answer in time" if isinstance(error, TimeoutError) else type(error).__name__


class Phase(IntEnum):
    """How far a game has come: each stage is kept for a time of its own."""

    UNSTARTED = 0
    PLAYING = 1
    OVER = 2


MARKED = 3
"""Added to the stage of a game that is marked for removal; its `day` is then the day of the mark.

Every change of a game writes its stage and day, so a game that is played on loses its mark,
whichever version of the server makes the change.
"""


class StoredGame(NamedTuple):
    """A game as it is stored."""

    id: str
    """Its unguessable name."""
    version: int
    """1 when it is made, and one more with every change."""
    waiting: bool
    """Whether a computer player is to move for a person who waits."""
    body: bytes
    """All the rest."""
    stage: int = Phase.PLAYING
    """How far it has come."""
    open: bool = False
    """Whether anybody may join."""
    due: float | None = None
    """When somebody's time runs out, as seconds of the calendar."""
    move: str = ""
    """Is not stored: the plain move that led here, if it was one, for other processes."""


COLUMNS = 7
"""How many of these are stored."""


Listener = Callable[[str, bytes], None]
"""Is told the kind and text of each message of other processes: ``games``, ``moves``, ``seen``."""

LOST_TRACK = "lost"
"""The kind of message that says: messages may have been missed, look again."""


class Store(Protocol):
    """Where games are kept."""

    async def open(self, listener: Listener) -> None:
        """Connect, and bring the schema up to date; StoreError if that cannot be done."""

    async def load(self, id: str) -> StoredGame | None:
        """The game as it was last saved, or None if there is none."""

    def save(self, rows: Sequence[StoredGame]) -> Future[bool]:
        """Keep all rows for good, or none of them and False if another change came first.

        A row with version 1 is new; any other follows the stored version before it.
        """

    def keep(self, row: StoredGame, answer: Answer) -> None:
        """As `save`, of one row, for who does not wait: no future is made, no task is woken."""

    async def load_all(self, ids: Sequence[str]) -> list[StoredGame]:
        """Those of the games that there are."""

    async def waiting(self, held: Sequence[str]) -> list[StoredGame]:
        """Games whose computer player is to move and which nobody thinks about.

        They are leased to this process for a while, and so are those it holds already.
        """

    async def open_games(self, most: int) -> list[StoredGame]:
        """Games that anybody may join, the newest first."""

    async def due(self, now: float) -> list[str]:
        """The names of games in which somebody's time has run out."""

    async def idle_days(self) -> int | None:
        """Return the days since any game was last changed or marked, or None if there is none."""

    async def mark(self, stage: Phase, days: float) -> int:
        """Mark games of a stage that have not changed for `days`; return how many."""

    async def drop(self, stage: Phase, days: float, wait: float) -> int:
        """Remove games marked for `wait` days and unchanged for `days`; return how many.

        A mark is corrected first if the clock was wrong when it was set: a mark in the future is
        set to today, and a game that is not so old after all loses its mark.
        """

    async def count(self) -> int:
        """About how many games there are."""

    async def check(self) -> float:
        """Do a round trip; seconds since other processes could last be heard."""

    def watch(self, id: str, here: bool) -> None:
        """Somebody here begins to watch a game, or nobody here does any more.

        From then on the listener is told of changes that other processes make to it.
        """

    async def tell(self, kind: str, text: bytes) -> None:
        """Tell the other processes on this database something that need not be kept."""

    async def close(self) -> None:
        """Let go of the database."""


DROPPED_AT_ONCE = 500
"""Limit on the games that one `mark` or `drop` changes, so that moves do not wait for long."""

LEASE_SECONDS = 10.0
"""For how long a process that thinks about a game keeps the others from it."""


def too_new(where: str, found: int, known: int) -> StoreError:
    """The refusal of a database that a newer program has written."""
    return StoreError(
        f"the database {where} has schema {found}, but this version knows only {known}; "
        "install a newer divisor-duel, or name another database"
    )


def open_store(database: str) -> Store:
    """The store that a path or a postgresql:// address names; nothing is opened yet."""
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", database)
    if scheme and scheme[1].lower() in ("postgresql", "postgres"):
        try:
            from divisor_duel.web.postgres import PostgresStore
        except ImportError:
            raise StoreError(missing("PostgreSQL needs one more package", "postgres")) from None
        return PostgresStore(database)
    if scheme:
        problem = f"there is no way to a {scheme[1]} database; name a file or postgresql://..."
        raise StoreError(problem)
    from divisor_duel.web.sqlite import SQLiteStore

    return SQLiteStore(database)
