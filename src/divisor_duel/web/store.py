"""What the server needs of a database: one small port that two adapters fill.

A game is one row: its whole state as bytes, with a version that grows by one
with every change. A change names the version that it follows, so of two
that follow the same one only the first is kept, whoever wrote it. When `save`
returns True, the change survives a crash and a power cut.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from divisor_duel.errors import DuelError


class StoreError(DuelError):
    """The database cannot be used, in a sentence that says what to do."""


class StoreBusyError(Exception):
    """The database does not answer at the moment; the same request may work later."""


class Row(NamedTuple):
    """A game as it is stored."""

    id: str
    """Its unguessable name."""
    version: int
    """1 when it is made, and one more with every change."""
    waiting: bool
    """Whether a computer player is to move."""
    body: bytes
    """All the rest."""


Listener = Callable[[str, bytes], None]
"""Is told the kind and text of each message of other processes: ``game`` and ``seen``."""

LOST_TRACK = "lost"
"""The kind of message that says: messages may have been missed, look again."""


class Store(Protocol):
    """Where games are kept."""

    async def open(self, listener: Listener) -> None:
        """Connect, and bring the schema up to date; StoreError if that cannot be done."""

    async def load(self, id: str) -> Row | None:
        """The game as it was last saved, or None if there is none."""

    async def save(self, rows: Sequence[Row]) -> bool:
        """Keep all rows for good, or none of them and False if another change came first.

        A row with version 1 is new; any other follows the stored version before it.
        """

    async def waiting(self, seconds: float) -> list[Row]:
        """Games whose computer player has been to move for that long."""

    async def tell(self, kind: str, text: bytes) -> None:
        """Tell the other processes on this database something that need not be kept."""

    async def close(self) -> None:
        """Let go of the database."""


def too_new(where: str, found: int, known: int) -> StoreError:
    """The refusal of a database that a newer program has written."""
    return StoreError(
        f"the database {where} has schema {found}, but this version knows only {known}; "
        "install a newer divisor-duel, or name another database"
    )


def open_store(database: str) -> Store:
    """The store that a path or a postgresql:// address names; nothing is opened yet."""
    if database.startswith(("postgresql://", "postgres://")):
        try:
            from divisor_duel.web.postgres import PostgresStore
        except ImportError:
            problem = "PostgreSQL needs one more package: pip install 'divisor-duel[postgres]'"
            raise StoreError(problem) from None
        return PostgresStore(database)
    from divisor_duel.web.sqlite import SQLiteStore

    return SQLiteStore(database)
