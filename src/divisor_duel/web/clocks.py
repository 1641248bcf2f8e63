"""Clocks: how long each player has left, kept by the server and alive after a restart.

A clock runs from the first move on, once both seats are taken. It counts the seconds from one
move to the arrival of the next. A player whose time is up when the move arrives has lost. Only
lag that the server itself has measured is not counted, up to LAG_SECONDS. Times are those of
the calendar, so that they mean the same to every server, but a jump of the calendar while the
server runs is not followed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from divisor_duel.web.tables import Table

LAG_SECONDS = 0.5
"""Limit on the server's own lag that a move is not charged for, in seconds."""

TICK_SECONDS = 0.05
"""Seconds between two measurements of the event loop's lag."""

SMALL_STEP = 5.0
"""Seconds by which a computer's clock may be set right; more is a jump."""

_LOG = logging.getLogger("divisor_duel.web")


class Calendar:
    """The time of day, carried on by a clock that nobody sets.

    A computer's clock is put right by small steps, which are followed. A jump is not: no
    game shall be lost, and none dropped, because a machine thinks that it is next year.
    """

    def __init__(
        self,
        told: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._told, self._steady = told, steady
        self._ahead = told() - steady()
        self._jumped = False

    def now(self) -> float:
        """Seconds of the calendar."""
        steady = self._steady()
        step = self._told() - steady - self._ahead
        if abs(step) <= SMALL_STEP:
            self._ahead += step
            self._jumped = False
        elif not self._jumped:
            self._jumped = True
            _LOG.warning("the computer's clock jumped by %.0f s; it is not followed", step)
        return steady + self._ahead


now = Calendar().now
"""What time it is, for every game of this process."""


class LoopLag:
    """Measures how long a message may have waited for the event loop before it was read."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._ticked: float | None = None

    async def measure(self) -> None:
        """Tick for as long as the server runs."""
        while True:
            self.tick()
            await asyncio.sleep(TICK_SECONDS)

    def tick(self) -> None:
        """Note that the event loop is not blocked now."""
        self._ticked = self._steady()

    def arrival(self) -> float:
        """Return the earliest time, on `time.monotonic`, at which a message read now may have come.

        If the next tick is overdue, the loop was blocked from then on, and the message may have
        waited since.
        """
        now = self._steady()
        return now if self._ticked is None else min(now, self._ticked + TICK_SECONDS)


def lag_since(arrival: float) -> float:
    """Return the seconds since a message came that its sender is not charged for."""
    return min(max(time.monotonic() - arrival, 0.0), LAG_SECONDS)


class GameClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How time is given, and what is left of it."""

    per: Literal["game", "move"]
    """Whether the time is for the whole game or for each move."""
    seconds: float
    """How much there is."""
    increment: float = 0.0
    """What each move adds, if the time is for the whole game."""
    left: tuple[float, float] = (0.0, 0.0)
    """What each player has left, as of `since`."""
    since: float | None = None
    """When the turn began; None while the clock stands still."""

    def due(self, seat: int) -> float | None:
        """Return when the server ends the game by itself if the player to move does not move.

        That is LAG_SECONDS after the time is up, as a move that came in time may still be unread.
        """
        if self.since is None:
            return None
        return self.since + self.left[seat - 1] + LAG_SECONDS

    def is_up(self, seat: int, arrival: float) -> bool:
        """Return True if a move that arrives then comes too late."""
        return self.since is not None and arrival - self.since > self.left[seat - 1]

    def pressed(self, seat: int, now: float, begins: bool, lag: float = 0.0) -> GameClock:
        """Return the clock after a player's move that waited for `lag` seconds on the server.

        `begins` starts a clock that stands still.
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
    """A clock that stands still and is full."""
    return GameClock(per, seconds, increment if per == "game" else 0.0, (seconds, seconds))


def due(table: Table) -> float | None:
    """When the player to move will have lost on time, if there is a clock and it runs."""
    if table.clock is None or table.outcome:
        return None
    return table.clock.due(int(table.position.to_move))
