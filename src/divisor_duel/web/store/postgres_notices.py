"""Messages between the server processes that share a PostgreSQL database.

Changes are sent after the commit, many in one message: a NOTIFY inside every transaction
would make all commits of all servers queue up behind one lock. Each process announces which
games it watches, and a change is sent only if another process watches the game. A process
that has announced nothing yet is sent every change.

No change is missed. A process announces that it watches a game before it reads the game, and
the others then send their recent changes of that game again. A process that has lost its
connection no longer knows what the others watch: it asks them all, and sends every change
until they have answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import OrderedDict
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
The others forget a process after three times as long without a message.
"""

MOST_NOTED = 7000
"""Size limit of one message, in bytes: PostgreSQL carries 8,000."""

REMEMBERED = 10_000
"""Limit on the latest changes that are stored to be sent again: only recent ones matter."""

CALL, ALL, MORE, LESS = "call", "watches", "watch", "leaves"
"""Kinds of message: what do you watch? I watch only these; also these; no longer these."""

AGAIN_SECONDS = 0.5
"""Pause after a failure, in seconds."""

Notify = Callable[[str, str], Awaitable[None]]


class Notices:
    """What one process on a database sends to the others, and what it knows of them."""

    def __init__(self, notify: Notify, patience: float = PATIENCE) -> None:
        self.name = secrets.token_hex(4)
        self.last_heard = 0.0
        """When the last message arrived, on `time.monotonic`."""
        self._notify, self._patience = notify, patience
        self._watched: set[str] = set()
        self._toggled: set[str] = set()
        """Games that this process has begun or stopped watching, to be announced."""
        self._to_send = {CALL: False, ALL: False}
        self._others: dict[str, set[str] | None] = {}
        """The games that each other process watches; None if it has not announced any."""
        self._alive: dict[str, float] = {}
        self._changed: dict[str, str] = {}
        self._latest: OrderedDict[str, str] = OrderedDict()
        self._pending = asyncio.Event()

    def change(self, id: str, version: int, move: str) -> None:
        """Send a change of this process, perhaps a plain move, if others watch the game."""
        word = f"{id}:{version}:{move}"
        self._latest[id] = word
        self._latest.move_to_end(id)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        if any(games is None or id in games for games in self._others.values()):
            self._changed[id] = word
            self._pending.set()

    def watch(self, id: str, here: bool) -> None:
        """Announce whether a game is watched by anyone connected here."""
        (self._watched.add if here else self._watched.discard)(id)
        self._toggled.add(id)
        self._pending.set()

    async def send(self, kind: str, text: str) -> None:
        """Send one message to the other processes."""
        await self._notify(CHANNEL, f"{self.name} {kind} {text}")

    # --- tasks that run while the store is open ---------------------------------------------

    async def send_pending(self) -> None:
        """Send what is pending, collected for COLLECT_SECONDS, forever."""
        while True:
            await self._pending.wait()
            await asyncio.sleep(COLLECT_SECONDS)
            self._pending.clear()
            changed, self._changed = self._changed, {}
            try:
                await self._send_watched()
                await self._send_changes(changed.values())
            except Exception as error:
                self._changed = changed | self._changed
                self._send_soon(ALL)
                if not isinstance(error, StoreBusyError):
                    raise
                await asyncio.sleep(AGAIN_SECONDS)

    async def _send_watched(self) -> None:
        call, self._to_send[CALL] = self._to_send[CALL], False
        whole, self._to_send[ALL] = self._to_send[ALL], False
        toggled, self._toggled = self._toggled, set()
        if call:
            await self.send(CALL, "")
        if whole:
            await self.send(ALL, "")
            toggled = set(self._watched)
        for kind, ids in ((MORE, toggled & self._watched), (LESS, toggled - self._watched)):
            for note in _notes(ids):
                await self.send(kind, note)

    async def _send_changes(self, words: Iterable[str]) -> None:
        for note in _notes(words):
            await self.send("moves", note)

    def _send_soon(self, *kinds: str) -> None:
        self._to_send.update(dict.fromkeys(kinds, True))
        self._pending.set()

    async def send_heartbeats(self) -> None:
        """Send heartbeats, and forget the processes whose heartbeats have stopped."""
        while True:
            with contextlib.suppress(StoreBusyError):
                await self.send("beat", "")
            late = monotonic() - 3 * HEARTBEAT_SECONDS
            for name in [name for name, at in self._alive.items() if at < late]:
                del self._alive[name], self._others[name]
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
                    self._others = dict.fromkeys(self._others)
                    self._send_soon(CALL, ALL)
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
        self._alive[sender] = self.last_heard
        if sender not in self._others:  # send it every change until it answers
            self._others[sender] = None
            self._send_soon(CALL)
        if kind == CALL:
            self._send_soon(ALL)
        elif kind in (ALL, MORE, LESS):
            self._note_watched(sender, kind, text.split())
        elif kind != "beat":
            listener(kind, text.encode())

    def _note_watched(self, sender: str, kind: str, ids: list[str]) -> None:
        """Note what another process watches, and resend changes that it may have missed."""
        if kind == ALL:
            self._others[sender] = set()
        watched = self._others[sender]
        if kind == LESS:
            if watched:
                watched.difference_update(ids)
            return
        if watched is not None:
            watched.update(ids)
        again = {game: self._latest[game] for game in ids if game in self._latest}
        if again:
            self._changed.update(again)
            self._pending.set()


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
