"""Live connections: the whole state on connect and on every change, and who is there.

A message is always the whole state, so missing one is harmless: a reader that is
too slow is sent only the newest, and one that takes nothing at all is let go.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple, Protocol

from divisor_duel.web.limits import Limits
from divisor_duel.web.presence import Sightings
from divisor_duel.web.tables import LINK, Table
from divisor_duel.web.view import BOTH_HERE, UNKNOWN, Presence, state_now

MOST_QUEUED = 16
WATCH_SECONDS = 1.0
"""How often the hub looks who has gone away."""

TELL_SECONDS = 8.0
"""How often the other processes are told who is here."""

MOST_TOLD = 200
"""Seats in one such message: PostgreSQL carries 8,000 bytes."""

ROOMS_AT_ONCE = 200
"""Games that are looked at before others get their turn."""

Tell = Callable[[str, bytes], Awaitable[None]]


class Wire(Protocol):
    """A connection that takes whole frames and never keeps the sender waiting."""

    def put(self, frame: bytes) -> None:
        """Send a frame, or if the reader is behind, keep the newest for it."""


class Message(NamedTuple):
    """Something to send, made once for all who get it."""

    frame: bytes
    """As it goes over a wire: a server's frames are the same for every reader."""
    head: int
    """How many bytes come before the text."""

    @property
    def text(self) -> bytes:
        """What is said."""
        return self.frame[self.head :]


def message_of(*parts: bytes) -> Message:
    """A text, given in parts, with the head that WebSockets give it; it is copied only once."""
    length = sum(map(len, parts))
    if length < 126:
        head = bytes((0x81, length))
    elif length < 1 << 16:
        head = b"\x81\x7e" + length.to_bytes(2, "big")
    else:
        head = b"\x81\x7f" + length.to_bytes(8, "big")
    return Message(b"".join((head, *parts)), len(head))


STATE = b'{"type":"state","state":', b"}"
"""What stands around a state."""


class Listener:
    """One live connection: its wire, or where there is none, a queue of messages."""

    def __init__(self, id: str, client: str = "") -> None:
        self.id, self.client = id, client
        self.seat: int | None = None
        self.token = ""
        self.hashed = ""
        """What is kept of the token."""
        self.welcomed = False
        self.busy = False
        """Whether something that it said is being dealt with."""
        self.wire: Wire | None = None
        self._queue: deque[bytes] = deque()
        self._filled = asyncio.Event()

    def put(self, message: Message) -> None:
        """Send a message; if too many wait, only this newest one is kept."""
        if self.wire:
            self.wire.put(message.frame)
            return
        if len(self._queue) >= MOST_QUEUED:
            self._queue.clear()
        self._queue.append(message.text)
        self._filled.set()

    async def get(self) -> str:
        """The next message, once there is one."""
        while not self._queue:
            self._filled.clear()
            await self._filled.wait()
        return self._queue.popleft().decode()


class _Audience:
    """Everybody who watches one game."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.seats: Counter[int] = Counter()
        """How many connections each player has here."""
        self.table: Table | None = None
        self.presence = UNKNOWN
        self.message = message_of(b"")


class Hub:
    """All live connections of this process."""

    def __init__(self, limits: Limits, watch: Callable[[str, bool], None]) -> None:
        """`watch` is told when somebody begins to watch a game, and when nobody does."""
        self._limits, self._watch = limits, watch
        self._audiences: dict[str, _Audience] = {}
        self.sightings = Sightings()
        self._soon: set[str] = set()

    def is_watched(self, id: str) -> bool:
        """Whether anybody watches the game."""
        return id in self._audiences

    def watched(self) -> list[str]:
        """All games that are watched."""
        return list(self._audiences)

    def join(self, id: str, client: str = "") -> Listener:
        """Begin to watch a game; states published from now on are not missed."""
        listener = Listener(id, client)
        if id not in self._audiences:
            self._audiences[id] = _Audience()
            self._watch(id, True)
        self._audiences[id].listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Stop watching; a player counts as seen just now."""
        audience = self._audiences[listener.id]
        audience.listeners.discard(listener)
        if listener.seat:
            self.sightings.see(listener.id, listener.seat, listener.client)
            audience.seats[listener.seat] -= 1
            audience.seats += Counter()  # who has none left is not in it
        if not audience.listeners:
            del self._audiences[listener.id]
            self._watch(listener.id, False)

    def welcome(self, listener: Listener, table: Table) -> None:
        """Send the state, or a newer one if there is, to who has just joined and not left again."""
        audience = self._audiences.get(listener.id)
        if audience is None or listener not in audience.listeners:
            return
        if audience.table is None or audience.table.version < table.version or table.clock:
            self._show(audience, table)
        listener.welcomed = True
        listener.put(audience.message)

    def note(self, id: str, seat: int, client: str) -> None:
        """Note that a player's request came from a client."""
        self.sightings.see(id, seat, client)
        self._soon.add(f"{id}/{seat}")

    def seat(self, listener: Listener, seat: int) -> None:
        """Count a listener as the presence of a player."""
        listener.seat = seat
        self.sightings.see(listener.id, seat, listener.client)
        self._soon.add(f"{listener.id}/{seat}")
        audience = self._audiences[listener.id]
        audience.seats[seat] += 1
        self._refresh(audience)

    def connections_of(self, id: str, seat: int) -> int:
        """Return how many live connections a player has here."""
        audience = self._audiences.get(id)
        return audience.seats[seat] if audience else 0

    def publish(self, table: Table) -> None:
        """Send a state to everybody who watches, unless they have a newer one."""
        audience = self._audiences.get(table.id)
        if audience and (audience.table is None or audience.table.version < table.version):
            self._show(audience, table)

    def _show(self, audience: _Audience, table: Table) -> None:
        audience.table, audience.presence = table, self.presence(table)
        begin, end = STATE
        message = message_of(begin, state_now(table, audience.presence), end)
        audience.message = message
        for listener in audience.listeners:
            if listener.welcomed:
                listener.put(message)

    def state(self, table: Table) -> bytes:
        """The state of a game as JSON: what watchers have just been sent, if they have."""
        audience = self._audiences.get(table.id)
        if audience and audience.table is table and not table.clock:
            begin, end = STATE
            return audience.message.text[len(begin) : -len(end)]
        return state_now(table, self.presence(table))

    # --- who is there -----------------------------------------------------------------------

    def presence(self, table: Table) -> Presence:
        """Who is away, and who for so long that the other may claim the win."""
        if table.mode != LINK:
            return UNKNOWN
        audience = self._audiences.get(table.id)
        here = audience.seats if audience else ()
        if 1 in here and 2 in here:
            return BOTH_HERE
        away = {seat: seat not in here and self._is_away(table.id, seat) for seat in (1, 2)}
        gone = {}
        if table.moves and not table.outcome:
            gone = {seat: self.is_gone(table, seat) for seat in table.hashes}
        return Presence(away, gone)

    def _is_away(self, id: str, seat: int) -> bool:
        return monotonic() - self.sightings.seen(id, seat) > self._limits.away_seconds

    def unseen(self, table: Table, seat: int) -> float:
        """For how many seconds a player of a game by link has not been seen."""
        audience = self._audiences.get(table.id)
        if audience and seat in audience.seats:
            return 0.0
        return monotonic() - self.sightings.seen(table.id, seat)

    def is_gone(self, table: Table, seat: int) -> bool:
        """Return True if a player of a link game has been away so long that it may be claimed."""
        long_ago = self.unseen(table, seat) > self._limits.claim_seconds
        return long_ago and not self.was_refused(table, seat)

    def was_refused(self, table: Table, seat: int) -> bool:
        """Return True if a player is absent, and a connection that may have been theirs refused."""
        return bool(self.unseen(table, seat)) and self.sightings.was_refused(table.id, seat)

    def heard_refused(self, words: Iterable[str]) -> None:
        """Another process has refused connections, each written as ``game/seat``."""
        for word in words:
            game, _, seat = word.rpartition("/")
            self.sightings.refuse(game, int(seat), here=False)

    def saw(self, seats: Iterable[str]) -> None:
        """Another process has seen these seats, named ``id/seat``."""
        for name in seats:
            game, _, seat = name.rpartition("/")
            self.sightings.see(game, int(seat))
            if game in self._audiences:
                self._refresh(self._audiences[game])

    def _refresh(self, audience: _Audience) -> None:
        if audience.table and self.presence(audience.table) != audience.presence:
            self._show(audience, audience.table)

    async def watch(self, tell: Tell) -> None:
        """Notice who has gone, and let the other processes know who is here."""
        told = monotonic()
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for number, audience in enumerate(list(self._audiences.values())):
                self._refresh(audience)
                if number % ROOMS_AT_ONCE == 0:
                    await asyncio.sleep(0)
            here, self._soon = self._soon, set()
            if monotonic() - told > TELL_SECONDS:
                told = monotonic()
                here |= set(self._here())
            refused = self.sightings.refused_here
            self.sightings.refused_here = set()
            for kind, words in (("seen", sorted(here)), ("refused", sorted(refused))):
                for start in range(0, len(words), MOST_TOLD):
                    with suppress(Exception):  # presence is sent again
                        await tell(kind, " ".join(words[start : start + MOST_TOLD]).encode())

    def _here(self) -> Iterable[str]:
        for game, audience in self._audiences.items():
            for listener in audience.listeners:
                if listener.seat:
                    yield f"{game}/{listener.seat}"


async def deliver(listener: Listener, send: Callable[[str], Any], seconds: float) -> None:
    """Send a listener its messages; TimeoutError when it does not take one."""
    while True:
        message = await listener.get()
        async with asyncio.timeout(seconds):
            await send(message)
