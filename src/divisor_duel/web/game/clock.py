"""Game clocks: the time that each player has left, also across restarts.

A clock starts with the first move, once both seats are taken. It counts the seconds from one
move to the arrival of the next. A player whose time is up when the move arrives has lost. Only
lag that the server itself has measured is not counted, up to LAG_SECONDS. Times are wall-clock
times, so that they mean the same to every server, but a jump of the system clock while the
server runs is ignored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Literal

import msgspec

LAG_SECONDS = 0.5
"""Limit on the server's own lag that a move is not charged for, in seconds."""

TICK_SECONDS = 0.05
"""Seconds between two measurements of the event loop's lag."""

SMALL_STEP = 5.0
"""Largest correction of the system clock that is followed, in seconds; more is a jump."""

_LOG = logging.getLogger("divisor_duel.web")


class SteadyWallClock:
    """Wall-clock time that ignores jumps of the system clock.

    Small corrections are followed. A jump is not: no game may be lost or removed because a
    machine believes that it is next year.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._steady = wall, steady
        self._offset = wall() - steady()
        self._jumped = False

    def now(self) -> float:
        """Return the seconds since the epoch."""
        steady = self._steady()
        step = self._wall() - steady - self._offset
        if abs(step) <= SMALL_STEP:
            self._offset += step
            self._jumped = False
        elif not self._jumped:
            self._jumped = True
            _LOG.warning("the system clock jumped by %.0f s; the jump is ignored", step)
        return steady + self._offset


now = SteadyWallClock().now
"""Return the time that all games of this process use, in seconds since the epoch."""


class LoopLag:
    """Measures how long a message may have waited for a blocked event loop."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._ticked: float | None = None

    async def measure(self) -> None:
        """Tick for as long as the server runs."""
        while True:
            self.tick()
            await asyncio.sleep(TICK_SECONDS)

    def tick(self) -> None:
        """Record that the event loop is not blocked now."""
        self._ticked = self._steady()

    def arrival(self) -> float:
        """Return the earliest time at which a message read now may have arrived.

        If the next tick is overdue, the loop has been blocked since it was due, and the message
        may have waited since then. The time is on `time.monotonic`.
        """
        now = self._steady()
        return now if self._ticked is None else min(now, self._ticked + TICK_SECONDS)


def lag_since(arrival: float) -> float:
    """Return the seconds since `arrival` that the player is not charged for."""
    return min(max(time.monotonic() - arrival, 0.0), LAG_SECONDS)


class GameClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time control of a game, and the time left."""

    per: Literal["game", "move"]
    """Whether the time is for the whole game or for each move."""
    seconds: float
    """Time for the game or for each move, in seconds."""
    increment: float = 0.0
    """Seconds that each move adds, if the time is for the whole game."""
    left: tuple[float, float] = (0.0, 0.0)
    """Seconds that each player had left at `since`."""
    since: float | None = None
    """When the turn began; None while the clock is stopped."""

    def due(self, seat: int) -> float | None:
        """Return when the server ends the game if the player does not move.

        That is LAG_SECONDS after the time is up, as a move that arrived in time may be unread.
        """
        if self.since is None:
            return None
        return self.since + self.left[seat - 1] + LAG_SECONDS

    def is_up(self, seat: int, arrival: float) -> bool:
        """Return True if a move that arrives at `arrival` is too late."""
        return self.since is not None and arrival - self.since > self.left[seat - 1]

    def pressed(self, seat: int, now: float, begins: bool, lag: float = 0.0) -> GameClock:
        """Return the clock after a move that waited `lag` seconds on the server.

        `begins` starts a stopped clock.
        """
        left = list(self.left)
        if self.since is not None:
            left[seat - 1] -= max(now - self.since - lag, 0.0)
            left[seat - 1] += self.increment
        if self.per == "move":
            left = [self.seconds, self.seconds]
        since = now if begins or self.since is not None else None
        return msgspec.structs.replace(self, left=(left[0], left[1]), since=since)


def new_clock(per: Literal["game", "move"], seconds: float, increment: float) -> GameClock:
    """Return a stopped clock with all its time left."""
    return GameClock(per, seconds, increment if per == "game" else 0.0, (seconds, seconds))
