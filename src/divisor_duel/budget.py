"""Limits on one check of a certificate: positions, seconds and memory.

A certificate may come from anywhere, and a few bytes can claim something that takes years to
check. So every check has one `CheckBudget`, which is passed to whatever does the work. Code that
is about to build a position, a table or a range first spends what that costs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from divisor_duel.errors import OverBudgetError

LOOK_EVERY = 256
"""How many positions are spent at most between two readings of the clock and the memory."""

SLOW = 0.05
"""Seconds between two readings after which fewer positions are spent before the next."""


class Limits(NamedTuple):
    """What one check may use; None sets no limit."""

    positions: int | None = 10_000_000
    """Positions that may be visited, or pairs of numbers compared."""
    seconds: float | None = 300.0
    """Elapsed time."""
    megabytes: float | None = 1000
    """Growth of the memory of this process."""


def resident_megabytes(statm: str = "/proc/self/statm") -> float:
    """Return the memory that this process holds, or 0 where the system does not say.

    Linux says what it is now. Other Unix systems say only the peak so far, which serves as
    well for a limit on growth. Windows says neither: there, positions limit the memory.
    """
    try:
        with open(statm, "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


class CheckBudget:
    """What is left of the limits of one check; its time starts when it is made."""

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        now: Callable[[], float] = monotonic,
        memory: Callable[[], float] = resident_megabytes,
    ) -> None:
        self.limits = limits or Limits()
        self.visited = 0
        """Positions spent so far."""
        self._now, self._memory = now, memory
        self._began = self._looked = now()
        self._held = memory() if self.limits.megabytes is not None else 0.0
        self._step, self._next_look = LOOK_EVERY, 0

    def spend(self, positions: int = 1) -> None:
        """Count positions before they are built; OverBudgetError if a limit is passed."""
        self.visited += positions
        if self.visited >= self._next_look:
            self._look()

    def _look(self) -> None:
        positions, seconds, megabytes = self.limits
        if positions is not None and self.visited > positions:
            raise OverBudgetError("positions", positions)
        now = self._now()
        if seconds is not None and now - self._began > seconds:
            raise OverBudgetError("seconds", seconds)
        if megabytes is not None and self._memory() - self._held > megabytes:
            raise OverBudgetError("megabytes", megabytes)
        slow, self._looked = now - self._looked > SLOW, now
        self._step = max(1, self._step // 4) if slow else min(LOOK_EVERY, self._step * 2)
        self._next_look = self.visited + self._step
        if positions is not None:
            self._next_look = min(self._next_look, positions + 1)
