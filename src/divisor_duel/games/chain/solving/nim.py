"""Nim-values of Chain, by search.

The matching gives the nim-value only where it is 0: exactly where the player to
move loses. So lost positions are leaves of this search, and from a won position it
follows only the losing moves, whose values are above 0.
"""

from __future__ import annotations

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.engine.verdict import mex
from divisor_duel.games.chain.solving.graph import START, Graph, Solution

LARGEST_TABLE = 1_000_000
"""Most positions in the cache; a larger one is emptied at the next call."""


class NimSearch:
    """Nim-values on one graph, cached between calls."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._values: dict[tuple[int, int], int | None] = {}

    @property
    def bytes_held(self) -> int:
        """Approximate memory use, in bytes."""
        return 200 * len(self._values)

    def nim_value(self, pool: int, solution: Solution, clock: Clock) -> int | None:
        """Return the nim-value, or None if time runs out."""
        if len(self._values) > LARGEST_TABLE:
            self._values.clear()
        try:
            return self._value(pool & ~(1 << solution.last), solution, clock)
        except (OutOfTimeError, RecursionError):
            return None

    def _value(self, pool: int, solution: Solution, clock: Clock) -> int | None:
        winning = set(solution.winning_moves())
        if not winning:
            return 0
        if solution.last != START:
            pool = self._graph.reachable(pool, solution.last)
        key = (pool, solution.last)
        if key not in self._values:
            clock.tick()
            losing = [number for number in solution.legal if number not in winning]
            values = [self._value(pool ^ 1 << n, solution.after(n), clock) for n in losing]
            self._values[key] = mex([0, *values])
        return self._values[key]
