"""How long a game of Chain lasts if the winner hurries and the loser delays.

The matching says who wins but not how soon; that takes a search. It asks "does
the winner end the game within this many plies?", for growing numbers of plies
(odd with the winner to move, even with the loser), so that the first yes is the
exact remoteness. What keeps the search small:

* For the winner it tries only winning moves, and the matching names them all;
  the matching is repaired along the path, never rebuilt. With few plies left,
  trying every move is cheaper and just as exact.
* The loser's moves that leave the winner the fewest numbers come first (they
  tend to last longest); this alone cut the positions searched fivefold.
* The table's key for a position is the set of numbers that play can still
  reach (`live`), the last number, and the numbers with an exit (below).
* Traps are removed from the board. Call w a *dead end* if its only neighbour
  left is x and w cannot be taken now (it is not a neighbour of `last`), and
  then call x a *trap*: a player who takes x loses at once, to w. Both stay what
  they are for the rest of the game, as w can only be taken after x. So the
  winner never takes x, and the loser takes x only when there is nothing else,
  since every move loses and none sooner. Hence x and w leave `live`, and the
  neighbours of x get an *exit*: a loser without a live move lasts 2 plies there
  rather than 0. A number with an exit is not a dead end. Winning moves stay the
  same, because every maximum matching may be assumed to contain x-w, so
  removing both numbers changes D nowhere else. Games that differ only in sprung
  or unsprung traps become one position; among them all the families {p, 2p} of
  large primes, which are interchangeable and so need no relabelling.

If there is time for it, `compiled` takes over deeper searches.
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
"""Up to this many plies, the search tries every move, not only winning ones."""

SHALLOW = 9
"""Up to this many plies the search in Python is quick enough on any board."""

COMPILED = "divisor_duel.games.chain.solving.compiled"

FOREVER = 1 << 30
"""More plies than any game has."""

LARGEST_TABLE = 1_000_000
"""Most positions in the table, about 0.4 GB; a full table is emptied."""


class _LazyMatching:
    """A maximum matching that is computed only when it is needed.

    It is the matching two plies before, with the two numbers taken since removed. It
    may still contain traps and unreachable numbers: these do not change D.
    """

    __slots__ = ("before", "known", "taken")

    def __init__(
        self,
        before: _LazyMatching | None,
        taken: tuple[int, ...],
        known: MaximumMatching | None = None,
    ) -> None:
        self.before = before
        self.taken = taken
        self.known = known

    def matching(self) -> MaximumMatching:
        """Return the matching; at most two repairs per level without one."""
        if self.known is None:
            assert self.before is not None
            self.known = self.before.matching()
            for number in self.taken:
                self.known = self.known.without(number)
        return self.known


class RemotenessSearch:
    """Exact remoteness on one board, with a table shared by all calls."""

    def __init__(self, graph: Graph, *, fast: bool = True) -> None:
        """With `fast`, switch to the compiled search where possible."""
        self._graph = graph
        self._fast = fast
        self._masks = graph.masks
        # (live, exits, last), winner to move -> (least plies, most plies, best move)
        self._table: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        self._outer_of: dict[int, int] = {}  # live -> the mask of D
        self._compiled: CompiledRemoteness | None = None

    @property
    def bytes_held(self) -> int:
        """Approximate memory use, in bytes."""
        compiled = 0 if self._compiled is None else self._compiled.bytes_held
        return 400 * len(self._table) + 150 * len(self._outer_of) + compiled

    def remoteness(self, pool: int, solution: Solution, clock: Clock) -> int | None:
        """Return the plies to the end of the game, or None if time runs out."""
        found = self.quickest(pool, [solution], clock)
        return found[0] if found else None

    def quickest(
        self, pool: int, solutions: list[Solution], clock: Clock
    ) -> tuple[int, list[Solution]] | None:
        """Return the least remoteness among `solutions`, and those that have it.

        All of them must be lost for the player to move, or there must be only one. They
        are searched together for growing numbers of plies, so the slow ones cost little.
        None if time runs out.
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
        """Return whether the game ends within `plies`; if odd, the winner is to move."""
        if clock.late:
            raise OutOfTimeError
        compiled = self._compiled_search(clock) if plies > SHALLOW else None
        if compiled is not None:
            return compiled.ends(pool, solution, plies, clock)
        last = solution.last
        pool = self._graph.reachable(pool & ~(1 << last), last)
        live, exits = self._remove_traps(pool, 0, pool & ~self._masks[last])
        matching = _LazyMatching(None, (), solution.matching)
        if plies % 2:
            return self._winner_ends(live, exits, last, plies, matching, clock)
        return self._loser_ends(live, exits, last, plies, matching, clock)

    def _compiled_search(self, clock: Clock) -> CompiledRemoteness | None:
        """Return the compiled search if it is installed, the board fits and time allows."""
        if self._compiled is None and self._fast:
            module = compiled_module(COMPILED, clock)
            if module and module.supports(self._graph):
                self._compiled = module.CompiledRemoteness(self._graph)
        return None if clock.counted else self._compiled

    def _remove_traps(self, live: int, exits: int, suspects: int) -> tuple[int, int]:
        """Remove traps with their dead ends; return the new `live` and `exits`.

        `suspects` are the numbers that may have become dead ends, none of them a
        neighbour of the last number.
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
        self, live: int, exits: int, last: int, plies: int, matching: _LazyMatching, clock: Clock
    ) -> bool:
        """Winner to move (odd plies): return whether some move ends the game in time."""
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
            moves &= self._outer(live, matching)
        for number in self._fewest_first(moves, live, best):
            rest = live & ~(1 << number)
            after = self._remove_traps(rest, exits, masks[last] & ~masks[number])
            if self._loser_ends(*after, number, plies - 1, matching, clock):
                self._table[key] = (least, plies, number)
                return True
        self._remember_failure(key, plies, most)
        return False

    def _loser_ends(
        self, live: int, exits: int, last: int, plies: int, matching: _LazyMatching, clock: Clock
    ) -> bool:
        """Loser to move (even plies): return whether every move ends the game in time."""
        masks = self._masks
        moves = masks[last] & live
        if not moves:
            return plies >= (2 if exits >> last & 1 else 0)
        if plies < 2:
            return False
        clock.tick()
        for number in self._fewest_first(moves, live, START):
            rest = live & ~(1 << number)
            after = self._remove_traps(rest, exits, masks[last] & ~masks[number])
            repaired = _LazyMatching(matching, (last, number))
            if not self._winner_ends(*after, number, plies - 1, repaired, clock):
                return False
        return True

    def _fewest_first(self, moves: int, live: int, best: int) -> list[int]:
        """Return the moves: the best known one, then those that leave the fewest answers."""
        masks = self._masks
        order: list[tuple[int, int]] = []
        while moves:
            lowest = moves & -moves
            moves ^= lowest
            number = lowest.bit_length() - 1
            order.append((-1 if number == best else (masks[number] & live).bit_count(), number))
        order.sort()
        return [number for _, number in order]

    def _outer(self, live: int, matching: _LazyMatching) -> int:
        """Return the mask of D among the live numbers: it contains the winning moves."""
        known = self._outer_of.get(live)
        if known is None:
            label = matching.matching().label
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
        """Store that the game lasts at least two more than `plies`; empty a full table."""
        if len(self._table) >= LARGEST_TABLE:
            self._table.clear()
            self._outer_of.clear()
        self._table[key] = (plies + 2, most, START)
