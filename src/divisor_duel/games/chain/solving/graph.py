"""The divisor graph of a pool, and who wins on it by a maximum matching.

Join two numbers when one divides the other. Taking v wins exactly when some maximum
matching of the numbers left, v included, leaves v out (this is undirected vertex
geography):

* If M is such a matching, answer every number with its M-partner. Were the opponent
  ever able to take an unpaired number, the numbers taken since v would be an
  augmenting path, but M was maximum.
* If every maximum matching covers v, the opponent answers with its partner in one of
  them, M. M without that pair is maximum for the numbers without v and leaves the
  partner out, so the partner is a winning choice.

So one Gallai-Edmonds decomposition (see `matching`) judges all moves at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from divisor_duel.engine.clock import finished
from divisor_duel.games.chain.solving.blossom import PAUSE
from divisor_duel.games.chain.solving.matching import OUTER, MaximumMatching, matching_in_steps
from divisor_duel.numbers import members

START = 0
"""The "last number" before the first move."""

MOST_REMEMBERED = 500
"""Graphs with a `high` below this are cached.

An engine that forgets everything else needs its graph on every move.
"""


class Graph:
    """The factors and multiples of each number in low..high, as lists and as masks."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.neighbours = neighbours
        """The factors and multiples of each number, ascending."""

    @classmethod
    def built(cls, low: int, high: int) -> Generator[None, None, Graph]:
        """Build the graph of low..high in steps."""
        lists: list[list[int]] = [[] for _ in range(high + 1)]
        for number in range(low, high + 1):  # ascending, so that every list is sorted
            if not number & PAUSE or number < PAUSE:
                yield
            for multiple in range(2 * number, high + 1, number):
                lists[multiple].append(number)
        for number in range(high, low - 1, -1):
            if not number & PAUSE:
                yield
            lists[number].extend(range(2 * number, high + 1, number))
        return cls(lists)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The neighbours as masks; only searches, which are for small graphs, need them."""
        return tuple(sum(1 << other for other in numbers) for numbers in self.neighbours)

    def reachable(self, pool: int, last: int) -> int:
        """Return the numbers of the pool that play can still reach from `last`."""
        masks = self.masks
        seen = frontier = masks[last] & pool
        while frontier and seen != pool:
            lowest = frontier & -frontier
            fresh = masks[lowest.bit_length() - 1] & pool & ~seen
            seen |= fresh
            frontier ^= lowest | fresh
        return seen

    def spread(self, seeds: Iterable[int], allowed: frozenset[int]) -> set[int]:
        """Return all numbers connected to the seeds inside `allowed`, the seeds included."""
        return finished(self.spreading(seeds, allowed))

    def spreading(
        self, seeds: Iterable[int], allowed: frozenset[int]
    ) -> Generator[None, None, set[int]]:
        """Find what `spread` returns, in steps."""
        queue = list(seeds)
        seen = set(queue)
        for count, number in enumerate(queue):  # the loop appends to the queue
            if count & PAUSE == PAUSE:
                yield
            near = self.neighbours[number]
            fresh = [other for other in near if other in allowed and other not in seen]
            seen.update(fresh)
            queue.extend(fresh)
        return seen


@lru_cache(maxsize=8)
def graph_of(low: int, high: int) -> Graph:
    """Return the graph of low..high; the latest few are cached."""
    return finished(Graph.built(low, high))


def graph_in_steps(low: int, high: int) -> Generator[None, None, Graph]:
    """Return the graph of low..high: from the cache if small, else built in steps."""
    if high < MOST_REMEMBERED:
        return graph_of(low, high)
    return (yield from Graph.built(low, high))


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Who wins in a position, with every winning move."""

    graph: Graph
    """The divisor graph of the set-up."""
    last: int
    """The last number taken, no longer in the pool; START before the first move."""
    matching: MaximumMatching
    """A maximum matching of the pool."""
    legal: tuple[int, ...]
    """The numbers that may be taken."""

    def winning_moves(self) -> list[int]:
        """Return the winning moves: those that some maximum matching leaves out."""
        return [number for number in self.legal if self.matching.label[number] == OUTER]

    def ends(self, number: int) -> bool:
        """Return whether taking `number` ends the game: no number left can answer it."""
        label = self.matching.label
        return not any(label[other] for other in self.graph.neighbours[number])

    def after(self, number: int) -> Solution:
        """Return the solution after `number` is taken, with the matching repaired."""
        return finished(self.taking(number))

    def taking(self, number: int) -> Generator[None, None, Solution]:
        """Find what `after` returns, in steps."""
        matching = yield from self.matching.losing(number)
        near = self.graph.neighbours[number]
        return Solution(self.graph, number, matching, tuple(n for n in near if matching.label[n]))


def solve(graph: Graph, pool: int, last: int, legal: tuple[int, ...]) -> Solution:
    """Solve a position from scratch."""
    return finished(solving(graph, pool, last, legal))


def solving(
    graph: Graph, pool: int, last: int, legal: tuple[int, ...]
) -> Generator[None, None, Solution]:
    """Solve a position from scratch, in steps."""
    vertices: Iterable[int] = members(pool)
    if last != START:
        vertices = yield from graph.spreading(legal, frozenset(vertices))
    matching = yield from matching_in_steps(graph.neighbours, vertices)
    return Solution(graph, last, matching, legal)
