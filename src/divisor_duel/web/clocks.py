"""Clocks: how long each player has left, kept by the server and alive after a restart.

A clock runs from the first move on, once both seats are taken. It counts the seconds between
one move and the next as the server sees them, less a moment that the network may have
taken. Times are those of the calendar, so that they mean the same to every server, but a
calendar that jumps while the server runs is not followed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from divisor_duel.web.tables import Table

LAG_SECONDS = 0.5
"""What the network may take of each move."""

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
        """When the time of the player to move runs out."""
        if self.since is None:
            return None
        return self.since + self.left[seat - 1] + LAG_SECONDS

    def pressed(self, seat: int, now: float, begins: bool) -> GameClock:
        """The clock after a player's move; `begins` starts one that stands still."""
        left = list(self.left)
        if self.since is not None:
            left[seat - 1] -= max(now - self.since - LAG_SECONDS, 0.0)
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
