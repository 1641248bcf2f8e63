"""Live connections to rooms: each is sent the whole room as its reader sees it.

Changes are gathered for a moment, so that thirty pupils who move at once cost the teacher's
screen one message.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from time import monotonic

from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.live.listener import Listener, message_of

GATHER_SECONDS = 0.15
"""How long changes are gathered before they are sent, in seconds."""

CHECK_SECONDS = 1.0
"""Seconds between two checks for pupils who have come or gone."""

REPORT_TICKS = 8
"""Checks from one report of the pupils here to the next."""

TEACHER = 0
"""The number of the teacher; pupils are numbered from 1."""

View = Callable[[str, int], bytes]
"""Returns the message for a reader of a room: the room's code, the reader's number."""


def presence_key(code: str) -> str:
    """Return the name under which presence in a room is tracked; no game has such an id."""
    return f"room.{code}"


class RoomHub:
    """All live connections to rooms of this process."""

    def __init__(self, hub: Hub, limits: Limits, view: View) -> None:
        self._hub, self._limits, self._view = hub, limits, view
        self._readers: dict[str, dict[Listener, int]] = {}
        self._changed: dict[str, bool] = {}
        """Rooms with changes that were not sent yet, and whether pupils see them, too."""
        self._here: dict[str, frozenset[int]] = {}

    def is_read(self, code: str) -> bool:
        """Return True if a room has a reader here."""
        return code in self._readers

    def read(self) -> list[str]:
        """Return the codes of all rooms that have a reader here."""
        return list(self._readers)

    def join(self, listener: Listener, code: str, number: int) -> None:
        """Add a reader and send the room."""
        self._readers.setdefault(code, {})[listener] = number
        self._see(listener, code, number)
        listener.put(message_of(self._view(code, number)))
        self.change(code, everyone=False)

    def leave(self, listener: Listener, code: str) -> None:
        """Remove a reader; a pupil counts as seen just now."""
        readers = self._readers.get(code, {})
        number = readers.pop(listener, None)
        if number is not None:
            self._see(listener, code, number)
        if not readers:
            self._readers.pop(code, None)
            self._here.pop(code, None)

    def connections_of(self, code: str, number: int) -> int:
        """Return how many connections a reader has here."""
        return list(self._readers.get(code, {}).values()).count(number)

    def _see(self, listener: Listener, code: str, number: int) -> None:
        if number != TEACHER:
            self._hub.record_request(presence_key(code), number, listener.client)

    def here(self, code: str, numbers: tuple[int, ...]) -> frozenset[int]:
        """Return those of the pupils who are connected, or were a moment ago."""
        connected = frozenset(self._readers.get(code, {}).values())
        tracker, key = self._hub.tracker, presence_key(code)
        since = monotonic() - self._limits.away_seconds
        return frozenset(
            number
            for number in numbers
            if number in connected or tracker.was_seen(key, number) > since
        )

    def change(self, code: str, everyone: bool = True) -> None:
        """Send a changed room soon, to everyone or to the teacher only."""
        if code not in self._readers:
            return
        if code not in self._changed:
            asyncio.get_running_loop().call_later(GATHER_SECONDS, self._send, code)
        self._changed[code] = self._changed.get(code, False) or everyone

    def _send(self, code: str) -> None:
        everyone = self._changed.pop(code, False)
        messages = dict[int, bytes]()
        for listener, number in list(self._readers.get(code, {}).items()):
            if everyone or number == TEACHER:
                if number not in messages:
                    messages[number] = self._view(code, number)
                listener.put(message_of(messages[number]))

    async def track_presence(self, numbers: Callable[[str], tuple[int, ...]]) -> None:
        """Notice pupils who come and go, and tell the other processes who is here.

        `numbers` returns the pupils of a room.
        """
        for tick in itertools.count():
            await asyncio.sleep(CHECK_SECONDS)
            for code, readers in list(self._readers.items()):
                for listener, number in readers.items() if tick % REPORT_TICKS == 0 else ():
                    self._see(listener, code, number)
                here = self.here(code, numbers(code))
                if here != self._here.get(code):
                    self._here[code] = here
                    self.change(code)
