"""Limits on one check of a certificate: positions, seconds and memory.

A certificate may come from anyone, and a few bytes can make a claim that takes years to check.
So every check has one `CheckBudget`, which is passed to all code that does the work. Code that
is about to build a position, a table or a range spends its cost first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from divisor_duel.errors import OverBudgetError

READ_EVERY = 256
"""Most positions between two readings of the clock and the memory."""

SLOW = 0.05
"""Seconds between two readings that make the next one come after fewer positions."""


class Limits(NamedTuple):
    """What one check may use; None means no limit."""

    positions: int | None = 10_000_000
    """Positions visited, or pairs of numbers compared."""
    seconds: float | None = 300.0
    """Elapsed time, in seconds."""
    megabytes: float | None = 1000
    """Growth of this process's memory, in megabytes."""


def resident_megabytes(statm: str = "/proc/self/statm") -> float:
    """Return this process's memory in megabytes, or 0 if the system does not say.

    Linux reports current use. Other Unix systems report only the peak so far, which does as well
    for a limit on growth. Windows reports neither: there, the limit on positions bounds memory.
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
    """What one check has used of its limits; its time starts when it is created."""

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
        self._began = self._last_reading = now()
        self._memory_before = memory() if self.limits.megabytes is not None else 0.0
        self._step, self._next_reading = READ_EVERY, 0

    def spend(self, positions: int = 1) -> None:
        """Count positions before they are built; OverBudgetError if a limit is exceeded."""
        self.visited += positions
        if self.visited >= self._next_reading:
            self._check_limits()

    def _check_limits(self) -> None:
        positions, seconds, megabytes = self.limits
        if positions is not None and self.visited > positions:
            raise OverBudgetError("positions", positions)
        now = self._now()
        if seconds is not None and now - self._began > seconds:
            raise OverBudgetError("seconds", seconds)
        if megabytes is not None and self._memory() - self._memory_before > megabytes:
            raise OverBudgetError("megabytes", megabytes)
        slow, self._last_reading = now - self._last_reading > SLOW, now
        self._step = max(1, self._step // 4) if slow else min(READ_EVERY, self._step * 2)
        self._next_reading = self.visited + self._step
        if positions is not None:
            self._next_reading = min(self._next_reading, positions + 1)
