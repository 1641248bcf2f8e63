"""Live connections: the whole state on connect and on every change; presence.

A message is always the whole state, so missing one is harmless: a client that reads too slowly
gets only the newest one, and a client that reads nothing at all is disconnected.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from time import monotonic

from divisor_duel.web.game.table import LINK, Table
from divisor_duel.web.game.view import BOTH_HERE, UNKNOWN, Presence, state_now
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live.listener import Listener, message_of
from divisor_duel.web.live.presence import PresenceTracker

CHECK_SECONDS = 1.0
"""Seconds between two checks for players who have gone away."""

REPORT_SECONDS = 8.0
"""Seconds between two reports to the other processes of all players connected here."""

MOST_REPORTED = 200
"""Limit on the seats in one such report: PostgreSQL allows 8,000 bytes."""

GAMES_AT_ONCE = 200
"""Games that are checked before the event loop may do other work."""

Notify = Callable[[str, bytes], Awaitable[None]]
"""Sends a message of some kind to all other processes."""

STATE = b'{"type":"state","state":', b"}"
"""The JSON before and after a state."""


class _Audience:
    """All live connections to one game."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.seats: Counter[int] = Counter()
        """Number of connections of each player here."""
        self.table: Table | None = None
        self.presence = UNKNOWN
        self.message = message_of(b"")


class Hub:
    """All live connections of this process."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._audiences: dict[str, _Audience] = {}
        self.tracker = PresenceTracker()
        self._unreported: set[str] = set()

    def is_watched(self, id: str) -> bool:
        """Return True if the game has a listener here."""
        return id in self._audiences

    def watched(self) -> list[str]:
        """Return the ids of all games that have a listener here."""
        return list(self._audiences)

    def join(self, id: str, client: str = "") -> Listener:
        """Add a listener to a game; it misses no state published from now on."""
        listener = Listener(id, client)
        self._audiences.setdefault(id, _Audience()).listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Remove a listener; a player counts as seen just now."""
        audience = self._audiences[listener.id]
        audience.listeners.discard(listener)
        for seat in listener.seats:
            self.tracker.see(listener.id, seat, listener.client)
            audience.seats[seat] -= 1
        audience.seats += Counter()  # drops seats without a connection
        if not audience.listeners:
            del self._audiences[listener.id]

    def welcome(self, listener: Listener, table: Table) -> None:
        """Send a listener the newest state, unless it has already left."""
        audience = self._audiences.get(listener.id)
        if audience is None or listener not in audience.listeners:
            return
        listener.welcomed = False  # or a change shown here would be sent to it twice
        if audience.table is None or audience.table.version < table.version or table.clock:
            self._show(audience, table)
        listener.welcomed = True
        listener.put(audience.message)

    def record_request(self, id: str, seat: int, client: str) -> None:
        """Record that a request of a player came from a client."""
        self.tracker.see(id, seat, client)
        self._unreported.add(f"{id}/{seat}")

    def seat(self, listener: Listener, seat: int, hashed: str) -> None:
        """Count a listener as a connection of a player, whose token has this hash."""
        listener.seats[seat] = hashed
        self.tracker.see(listener.id, seat, listener.client)
        self._unreported.add(f"{listener.id}/{seat}")
        audience = self._audiences[listener.id]
        audience.seats[seat] += 1
        self._refresh(audience)

    def connections_of(self, id: str, seat: int) -> int:
        """Return how many live connections a player has here."""
        audience = self._audiences.get(id)
        return audience.seats[seat] if audience else 0

    def publish(self, table: Table) -> None:
        """Send a state to all listeners of its game, unless they have a newer one."""
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
        """Return the state of a game as JSON, reusing what was just sent to listeners."""
        audience = self._audiences.get(table.id)
        if audience and audience.table is table and not table.clock:
            begin, end = STATE
            return audience.message.text[len(begin) : -len(end)]
        return state_now(table, self.presence(table))

    # --- who is there -----------------------------------------------------------------------

    def presence(self, table: Table) -> Presence:
        """Return which players are away, and which so long that a claim is allowed."""
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
        return monotonic() - self.tracker.seen(id, seat) > self._limits.away_seconds

    def seconds_unseen(self, table: Table, seat: int) -> float:
        """Return the seconds since a player of a link game was last seen."""
        audience = self._audiences.get(table.id)
        if audience and seat in audience.seats:
            return 0.0
        return monotonic() - self.tracker.seen(table.id, seat)

    def is_gone(self, table: Table, seat: int) -> bool:
        """Return True if a player has been away so long that a claim is allowed."""
        long_ago = self.seconds_unseen(table, seat) > self._limits.claim_seconds
        return long_ago and not self.was_refused(table, seat)

    def was_refused(self, table: Table, seat: int) -> bool:
        """Return True if an absent player's connection may have been refused."""
        return bool(self.seconds_unseen(table, seat)) and self.tracker.was_refused(table.id, seat)

    def record_refused(self, seats: Iterable[str]) -> None:
        """Record connections that another process has refused, as ``game/seat``."""
        for name in seats:
            game, _, seat = name.rpartition("/")
            self.tracker.refuse(game, int(seat), here=False)

    def record_seen(self, seats: Iterable[str]) -> None:
        """Record players whom another process has seen, as ``game/seat``."""
        for name in seats:
            game, _, seat = name.rpartition("/")
            self.tracker.see(game, int(seat))
            if game in self._audiences:
                self._refresh(self._audiences[game])

    def _refresh(self, audience: _Audience) -> None:
        if audience.table and self.presence(audience.table) != audience.presence:
            self._show(audience, audience.table)

    async def track_presence(self, notify: Notify) -> None:
        """Notice players who go away, and report those here to the other processes."""
        reported = monotonic()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            for number, audience in enumerate(list(self._audiences.values())):
                self._refresh(audience)
                if number % GAMES_AT_ONCE == 0:
                    await asyncio.sleep(0)
            seen, self._unreported = self._unreported, set()
            if monotonic() - reported > REPORT_SECONDS:
                reported = monotonic()
                seen |= set(self._seats_here())
            refused = self.tracker.refused_here
            self.tracker.refused_here = set()
            for kind, seats in (("seen", sorted(seen)), ("refused", sorted(refused))):
                for start in range(0, len(seats), MOST_REPORTED):
                    with suppress(Exception):  # presence is reported again
                        await notify(kind, " ".join(seats[start : start + MOST_REPORTED]).encode())

    def _seats_here(self) -> Iterable[str]:
        for game, audience in self._audiences.items():
            for listener in audience.listeners:
                for seat in listener.seats:
                    yield f"{game}/{seat}"
