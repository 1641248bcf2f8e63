"""Messages between the server processes that share a PostgreSQL database.

Changes are sent after the commit, many in one message: a NOTIFY inside every transaction
would make all commits of all servers queue up behind one lock. Every process is sent every
change, and ignores those of games that are not watched there.

No change is missed: a process listens before it reads any game, and reads all its watched games
again after it has lost its connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator
from time import monotonic
from typing import Any

import asyncpg  # type: ignore[import-untyped,import-not-found,unused-ignore]

from divisor_duel.web.store.port import MISSED, MessageHandler, StoreBusyError

CHANNEL = "duel"
PATIENCE = 5.0
"""Timeout for answers of the database, in seconds."""

TROUBLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""Exceptions of a database that fails or cannot be reached."""

COLLECT_SECONDS = 0.02
"""How long changes are collected before they are sent, in seconds."""

HEARTBEAT_SECONDS = 2.0
"""Seconds between two heartbeats.

A process that receives its own heartbeat knows that it would also receive messages of others.
"""

MOST_NOTED = 7000
"""Size limit of one message, in bytes: PostgreSQL carries 8,000."""

AGAIN_SECONDS = 0.5
"""Pause after a failure, in seconds."""

Notify = Callable[[str, str], Awaitable[None]]


class Notices:
    """What one process on a database sends to the others and receives from them."""

    def __init__(self, notify: Notify, patience: float = PATIENCE) -> None:
        self.name = secrets.token_hex(4)
        self.last_heard = 0.0
        """When the last message arrived, on `time.monotonic`."""
        self._notify, self._patience = notify, patience
        self._changed: dict[str, str] = {}
        """The latest change of each game that is not sent yet, as ``id:version:move``."""
        self._pending = asyncio.Event()

    def change(self, id: str, version: int, move: str) -> None:
        """Send a change of this process, perhaps a plain move."""
        self._changed[id] = f"{id}:{version}:{move}"
        self._pending.set()

    async def send(self, kind: str, text: str) -> None:
        """Send one message to the other processes."""
        await self._notify(CHANNEL, f"{self.name} {kind} {text}")

    # --- tasks that run while the store is open ---------------------------------------------

    async def send_changes(self) -> None:
        """Send changes, collected for COLLECT_SECONDS, forever."""
        while True:
            await self._pending.wait()
            await asyncio.sleep(COLLECT_SECONDS)
            self._pending.clear()
            changed, self._changed = self._changed, {}
            try:
                for note in _notes(changed.values()):
                    await self.send("moves", note)
            except Exception as error:
                self._changed = changed | self._changed
                self._pending.set()
                if not isinstance(error, StoreBusyError):
                    raise
                await asyncio.sleep(AGAIN_SECONDS)

    async def send_heartbeats(self) -> None:
        """Send heartbeats, forever."""
        while True:
            with contextlib.suppress(StoreBusyError):
                await self.send("beat", "")
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def listen(self, address: str, listener: MessageHandler, ready: asyncio.Event) -> None:
        """Receive messages; after a lost connection, pass MISSED to the listener."""
        while True:
            with contextlib.suppress(*TROUBLE):
                connection = await asyncpg.connect(address, timeout=self._patience)
                try:
                    await connection.add_listener(
                        CHANNEL, lambda *arguments: self._receive(listener, str(arguments[-1]))
                    )
                    self.last_heard = monotonic()
                    if ready.is_set():
                        listener(MISSED, b"")
                    ready.set()
                    await self._until_silent(connection)
                finally:
                    connection.terminate()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _until_silent(self, connection: Any) -> None:
        """Return once a connection is closed or not even our own heartbeat arrives."""
        while not connection.is_closed():
            await asyncio.sleep(HEARTBEAT_SECONDS / 4)
            if monotonic() - self.last_heard > 3 * HEARTBEAT_SECONDS:
                return

    def _receive(self, listener: MessageHandler, note: str) -> None:
        self.last_heard = monotonic()
        sender, _, rest = note.partition(" ")
        if sender == self.name:
            return
        kind, _, text = rest.partition(" ")
        if kind != "beat":
            listener(kind, text.encode())


def _notes(words: Iterable[str]) -> Iterator[str]:
    """Join words into as few messages as possible."""
    note = ""
    for word in words:
        if len(note) + len(word) > MOST_NOTED:
            yield note
            note = ""
        note = f"{note} {word}" if note else word
    if note:
        yield note
