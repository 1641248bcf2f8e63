"""What the server processes on one PostgreSQL database tell each other.

Changes are told after the commit, many in one message: a NOTIFY inside every transaction
would make all commits of all servers queue up behind one lock. Each process says which
games are watched there, and only of those it is told. A process that has not said so yet,
as one of an older version never does, is told of everything.

Nothing is missed between two looks. Who begins to watch says so before it reads the game,
and who hears that tells again what it has changed lately. Who has lost its connection
knows nothing of the others any more, asks them all, and tells everything meanwhile.
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

from divisor_duel.web.store import LOST_TRACK, Listener, StoreBusyError

CHANNEL = "duel"
PATIENCE = 5.0
"""How many seconds the database may take to answer."""

TROUBLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""All that may go wrong with a database that is far away."""

TELL_SECONDS = 0.02
"""How long changes gather before the other processes are told of them."""

HEARTBEAT_SECONDS = 2.0
"""How often a process lets itself be heard: by itself, to know that it would hear others, and
by them, who forget it after three times as long."""

MOST_NOTED = 7000
"""Bytes of one message: PostgreSQL carries 8,000."""

REMEMBERED = 10_000
"""Changes that are told again to who begins to watch: those of the last moment matter."""

CALL, ALL, MORE, LESS = "call", "watches", "watch", "leaves"
"""Who watches what? I watch exactly these; these, too; these no longer."""

AGAIN_SECONDS = 0.5
"""How long to wait after a failure."""

Notify = Callable[[str, str], Awaitable[None]]


class Notices:
    """One process among those on a database: what it says, and what it has heard."""

    def __init__(self, notify: Notify, patience: float = PATIENCE) -> None:
        self.name = secrets.token_hex(4)
        self.heard = 0.0
        """When anything was heard last."""
        self._notify, self._patience = notify, patience
        self._mine: set[str] = set()
        self._turned: set[str] = set()
        """Games of which has to be said whether they are watched here."""
        self._to_say = {CALL: False, ALL: False}
        self._others: dict[str, set[str] | None] = {}
        """What each other process watches; None if it has not said."""
        self._alive: dict[str, float] = {}
        self._changed: dict[str, str] = {}
        self._latest: OrderedDict[str, str] = OrderedDict()
        self._something = asyncio.Event()

    def change(self, id: str, version: int, move: str) -> None:
        """A game has been changed here, perhaps by a plain move: tell who watches it."""
        told = f"{id}:{version}:{move}"
        self._latest[id] = told
        self._latest.move_to_end(id)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        if any(games is None or id in games for games in self._others.values()):
            self._changed[id] = told
            self._something.set()

    def watch(self, id: str, here: bool) -> None:
        """Somebody here begins to watch a game, or nobody here does any more."""
        (self._mine.add if here else self._mine.discard)(id)
        self._turned.add(id)
        self._something.set()

    async def tell(self, kind: str, text: str) -> None:
        """Tell one thing."""
        await self._notify(CHANNEL, f"{self.name} {kind} {text}")

    # --- what runs for as long as the store is open -----------------------------------------

    async def speak(self) -> None:
        """Tell the others what there is to tell, a moment's worth at a time."""
        while True:
            await self._something.wait()
            await asyncio.sleep(TELL_SECONDS)
            self._something.clear()
            changed, self._changed = self._changed, {}
            try:
                await self._say_what_is_watched()
                await self._say_what_changed(changed.values())
            except Exception as error:
                self._changed = changed | self._changed
                self._say(ALL)
                if not isinstance(error, StoreBusyError):
                    raise
                await asyncio.sleep(AGAIN_SECONDS)

    async def _say_what_is_watched(self) -> None:
        asked, self._to_say[CALL] = self._to_say[CALL], False
        whole, self._to_say[ALL] = self._to_say[ALL], False
        turned, self._turned = self._turned, set()
        if asked:
            await self.tell(CALL, "")
        if whole:
            await self.tell(ALL, "")
            turned = set(self._mine)
        for kind, ids in ((MORE, turned & self._mine), (LESS, turned - self._mine)):
            for note in _notes(ids):
                await self.tell(kind, note)

    async def _say_what_changed(self, words: Iterable[str]) -> None:
        kind = "moves"
        if None in self._others.values():  # it may not know how to read moves
            kind, words = "games", [_without_move(word) for word in words]
        for note in _notes(words):
            await self.tell(kind, note)

    def _say(self, *what: str) -> None:
        self._to_say.update(dict.fromkeys(what, True))
        self._something.set()

    async def beat(self) -> None:
        """Be heard, and forget who is not."""
        while True:
            with contextlib.suppress(StoreBusyError):
                await self.tell("beat", "")
            late = monotonic() - 3 * HEARTBEAT_SECONDS
            for name in [name for name, at in self._alive.items() if at < late]:
                del self._alive[name], self._others[name]
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def listen(self, address: str, listener: Listener, ready: asyncio.Event) -> None:
        """Hear the other processes; after a break, say that something may have been missed."""
        while True:
            with contextlib.suppress(*TROUBLE):
                connection = await asyncpg.connect(address, timeout=self._patience)
                try:
                    await connection.add_listener(
                        CHANNEL, lambda *arguments: self._hear(listener, str(arguments[-1]))
                    )
                    self.heard = monotonic()
                    self._others = dict.fromkeys(self._others)
                    self._say(CALL, ALL)
                    if ready.is_set():
                        listener(LOST_TRACK, b"")
                    ready.set()
                    await self._until_silent(connection)
                finally:
                    connection.terminate()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _until_silent(self, connection: Any) -> None:
        """Return once a connection has ended, or brings nothing, not even our own heartbeat."""
        while not connection.is_closed():
            await asyncio.sleep(HEARTBEAT_SECONDS / 4)
            if monotonic() - self.heard > 3 * HEARTBEAT_SECONDS:
                return

    def _hear(self, listener: Listener, note: str) -> None:
        self.heard = monotonic()
        sender, _, rest = note.partition(" ")
        if sender == self.name:
            return
        kind, _, text = rest.partition(" ")
        self._alive[sender] = self.heard
        if sender not in self._others:  # until it has answered it is told everything
            self._others[sender] = None
            self._say(CALL)
        if kind == CALL:
            self._say(ALL)
        elif kind in (ALL, MORE, LESS):
            self._note(sender, kind, text.split())
        elif kind != "beat":
            listener(kind, text.encode())

    def _note(self, sender: str, kind: str, ids: list[str]) -> None:
        """Another process says what it watches; what it may have missed is told again."""
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
            self._something.set()


def _without_move(word: str) -> str:
    game, version, _ = word.split(":", 2)
    return f"{game}:{version}"


def _notes(words: Iterable[str]) -> Iterator[str]:
    """Words in as few texts as messages can hold."""
    note = ""
    for word in words:
        if len(note) + len(word) > MOST_NOTED:
            yield note
            note = ""
        note = f"{note} {word}" if note else word
    if note:
        yield note
