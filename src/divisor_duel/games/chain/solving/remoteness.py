"""How long a game of Chain lasts: winner as fast, loser as slow as they can.

The matching says who wins but not how soon; that takes a search. The question
asked is "does the winner end the game within so many plies?", for growing
numbers of plies (odd with the winner to move, even with the loser), so that the
first yes is the exact remoteness. What keeps the search small:

* Only winning moves are tried for the winner, and the matching names them all;
  it is repaired along the path, never built again. With few plies left just
  trying every move is cheaper, and as exact.
* The loser's moves that leave the winner the fewest numbers come first (they
  are the ones that last); this alone cut the positions searched fivefold.
* A position is remembered by what play can still get to (`live`), by the
  last number, and by the numbers with an exit (below).
* Traps are taken off the board. Call w a *dead end* if its only neighbour left
  is x and w may not be taken now (it is no neighbour of `last`), and then x a
  *trap*: whoever takes x loses at once, to w. Both stay what they are for the
  rest of the game, as w can only be taken after x. So the winner never takes
  x, and the loser takes x only when there is nothing else, since every move
  loses and none sooner. Hence x and w leave `live`, and the neighbours of x
  get an *exit*: a loser without a live move lasts 2 plies there rather than 0.
  A number with an exit is no dead end. Winning moves stay the same, because
  every maximum matching may be taken to contain x-w, so removing both numbers
  changes D nowhere else. Games that differ only in sprung or unsprung traps
  become one position; among them all the families {p, 2p} of large primes,
  which are interchangeable and so need no relabelling.

Where there is time for it, `compiled` goes on with the same question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.engine.compiled import compiled_module
from divisor_duel.games.chain.solving.graph import START, Graph, Solution
from divisor_duel.games.chain.solving.matching import OUTER, MaximumMatching

if TYPE_CHECKING:
    from divisor_duel.games.chain.solving.compiled import CompiledRemoteness

UNJUDGED = 3
"""With this many plies left, moves are tried without asking who wins."""

SHALLOW = 9
"""Up to so many plies the search in Python is quick enough on any board."""

COMPILED = "divisor_duel.games.chain.solving.compiled"

FOREVER = 1 << 30
LARGEST_TABLE = 1_000_000
"""Positions that are remembered, about 0.4 GB; then the table is emptied."""


class _Source:
    """A maximum matching that is only worked out when somebody asks.

    It is the matching before two moves with the two numbers removed. It may
    still contain traps and numbers out of reach: these do not change D.
    """

    __slots__ = ("before", "known", "taken")

    def __init__(
        self, before: _Source | None, taken: tuple[int, ...], known: MaximumMatching | None = None
    ) -> None:
        self.before = before
        self.taken = taken
        self.known = known

    def matching(self) -> MaximumMatching:
        """The matching; at most two repairs per level that was not asked before."""
        if self.known is None:
            assert self.before is not None
            self.known = self.before.matching()
            for number in self.taken:
                self.known = self.known.without(number)
        return self.known


class RemotenessSearch:
    """Exact remoteness on one board; what was found is kept for later calls."""

    def __init__(self, graph: Graph, *, fast: bool = True) -> None:
        """`fast` lets it go on compiled where that is possible."""
        self._graph = graph
        self._fast = fast
        self._masks = graph.masks
        # (live, exits, last), winner to move -> (at least, at most, best move)
        self._table: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self._outer_of: dict[int, int] = {}  # live -> the mask of D
        self._compiled: CompiledRemoteness | None = None

    @property
    def bytes_held(self) -> int:
        """How much memory it takes, about."""
        compiled = 0 if self._compiled is None else self._compiled.bytes_held
        return 400 * len(self._table) + 150 * len(self._outer_of) + compiled

    def remoteness(self, pool: int, solution: Solution, clock: Clock) -> int | None:
        """Plies to the end of the game, or None if the time does not suffice."""
        found = self.quickest(pool, [solution], clock)
        return found[0] if found else None

    def quickest(
        self, pool: int, solutions: list[Solution], clock: Clock
    ) -> tuple[int, list[Solution]] | None:
        """The least remoteness among `solutions`, and which of them have it.

        All of them are lost for the player to move, or there is only one. They are
        asked together for growing numbers of plies, so the slow ones cost little.
        """
        plies = 1 if solutions[0].winning_moves() else 0
        try:
            while True:
                ending = [s for s in solutions if self._ends(pool, s, plies, clock)]
                if ending:
                    return plies, ending
                plies += 2
        except (OutOfTimeError, RecursionError):
            return None

    def _ends(self, pool: int, solution: Solution, plies: int, clock: Clock) -> bool:
        """Does the game end within this many plies? Odd: the winner is to move."""
        if clock.late:
            raise OutOfTimeError
        quick = self._speed_up(clock) if plies > SHALLOW else None
        if quick is not None:
            return quick.ends(pool, solution, plies, clock)
        last = solution.last
        pool = self._graph.reachable(pool & ~(1 << last), last)
        live, exits = self._spring(pool, 0, pool & ~self._masks[last])
        source = _Source(None, (), solution.matching)
        if plies % 2:
            return self._winner_ends(live, exits, last, plies, source, clock)
        return self._loser_ends(live, exits, last, plies, source, clock)

    def _speed_up(self, clock: Clock) -> CompiledRemoteness | None:
        """The compiled search, if it is installed and fits and there is time for it."""
        if self._compiled is None and self._fast:
            compiled = compiled_module(COMPILED, clock)
            if compiled and compiled.supports(self._graph):
                self._compiled = compiled.CompiledRemoteness(self._graph)
        return None if clock.counted else self._compiled

    def _spring(self, live: int, exits: int, suspects: int) -> tuple[int, int]:
        """Take traps off: suspects are numbers that may have become dead ends,
        none of them a neighbour of the last number.
        """
        masks = self._masks
        suspects &= live & ~exits
        while suspects:
            dead_end = suspects & -suspects
            suspects ^= dead_end
            trap = masks[dead_end.bit_length() - 1] & live
            if trap and not trap & (trap - 1):
                live &= ~(trap | dead_end)
                exits |= masks[trap.bit_length() - 1]
                suspects &= live & ~exits
        return live, exits

    def _winner_ends(
        self, live: int, exits: int, last: int, plies: int, source: _Source, clock: Clock
    ) -> bool:
        """Winner to move (odd plies): is there a move that ends it in time?"""
        masks = self._masks
        moves = options = masks[last] & live
        shortest = FOREVER
        while options:
            number = options & -options
            options ^= number
            if not masks[number.bit_length() - 1] & live:
                if not number & exits:
                    return True
                shortest = 3  # the loser must spring a trap, the winner answers
        if shortest == 3 or plies == 1:
            return plies >= shortest
        live = self._graph.reachable(live, last)
        exits &= live
        key = (live, exits, last)
        least, most, best = self._table.get(key, (3, FOREVER, START))
        if plies < least or plies >= most:
            return plies >= most
        if plies > UNJUDGED:
            moves &= self._outer(live, source)
        for number in self._fewest_first(moves, live, best):
            rest = live & ~(1 << number)
            calm, doors = self._spring(rest, exits, masks[last] & ~masks[number])
            if self._loser_ends(calm, doors, number, plies - 1, source, clock):
                self._table[key] = (least, plies, number)
                return True
        self._remember_failure(key, plies, most)
        return False

    def _loser_ends(
        self, live: int, exits: int, last: int, plies: int, source: _Source, clock: Clock
    ) -> bool:
        """Loser to move (even plies): does every move end in time?"""
        masks = self._masks
        moves = masks[last] & live
        if not moves:
            return plies >= (2 if exits >> last & 1 else 0)
        if plies < 2:
            return False
        clock.tick()
        for number in self._fewest_first(moves, live, START):
            rest = live & ~(1 << number)
            calm, doors = self._spring(rest, exits, masks[last] & ~masks[number])
            after = _Source(source, (last, number))
            if not self._winner_ends(calm, doors, number, plies - 1, after, clock):
                return False
        return True

    def _fewest_first(self, moves: int, live: int, best: int) -> list[int]:
        """The moves, the best known one first, then those that leave least choice."""
        masks = self._masks
        order: list[tuple[int, int]] = []
        while moves:
            lowest = moves & -moves
            moves ^= lowest
            number = lowest.bit_length() - 1
            order.append((-1 if number == best else (masks[number] & live).bit_count(), number))
        order.sort()
        return [number for _, number in order]

    def _outer(self, live: int, source: _Source) -> int:
        """The mask of D among the live numbers: the winning moves are in it."""
        known = self._outer_of.get(live)
        if known is None:
            label = source.matching().label
            known = 0
            rest = live
            while rest:
                lowest = rest & -rest
                rest ^= lowest
                if label[lowest.bit_length() - 1] == OUTER:
                    known |= lowest
            self._outer_of[live] = known
        return known

    def _remember_failure(self, key: tuple[int, int, int], plies: int, most: int) -> None:
        """Not within ``plies``: so at least two more. Keeps the table in bounds."""
        if len(self._table) >= LARGEST_TABLE:
            self._table.clear()
            self._outer_of.clear()
        self._table[key] = (plies + 2, most, START)
