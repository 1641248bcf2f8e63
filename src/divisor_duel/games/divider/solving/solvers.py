"""Two solvers for positions of Divider Duel, with the same interface.

`ListSolver` is for what play leaves of a list of up to 200 numbers, `SetSolver` for any set.
Both find the loser and nim-values, as far as time allows.
"""

from __future__ import annotations

from array import array
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.engine.compiled import compiled_module
from divisor_duel.engine.verdict import Verdict
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.consequences import follows_a_zero, known_value
from divisor_duel.games.divider.solving.fact_cache import FEWEST_SAVED, load_facts, save_facts
from divisor_duel.games.divider.solving.number_set import MOST_SOLVED, NumberSet
from divisor_duel.games.divider.solving.openings import proved_positions
from divisor_duel.games.divider.solving.remoteness import RemotenessSearch
from divisor_duel.games.divider.solving.search import ComponentSearch, PlainSearch
from divisor_duel.numbers import members

MOST_BITS = 63
"""Most bits of a position for the compiled search; its nim-values must be below this."""

MOST_FOR_REMOTENESS = 40
"""Most numbers left for which remoteness is computed."""

COMPILED = "divisor_duel.games.divider.solving.compiled_search"
"""The module of the compiled search, which needs the extra `fast`."""

FEW_NUMBERS = 30
"""With fewer numbers than this, the plain search is fast enough."""

OPENING_LISTS = 3
"""How many lists, this one and those just below, give a search their proved openings."""


class Solver(Protocol):
    """What both solvers provide; positions are masks of the numbers left."""

    def is_lost(self, left: int, clock: Clock) -> bool | None:
        """Return whether the player to move loses, or None if time runs out."""

    def nim_value(self, left: int, clock: Clock) -> int | None:
        """Return the nim-value, or None if time runs out."""

    def verdict(self, left: int, win: bool | None, clock: Clock) -> Verdict:
        """Return a verdict with nim-value and remoteness, as far as time allows."""


class ListSolver:
    """A solver for what play can leave of one list of up to 200 numbers."""

    def __init__(
        self,
        low: int,
        high: int,
        clock: Clock,
        cache: Path | None = None,
        *,
        with_openings: bool = False,
        left: int | None = None,
    ) -> None:
        """Build the tables of low..high, and load facts from `cache`.

        `with_openings` adds what the shipped openings prove; `left` restricts the solver to what
        play can leave of these numbers.
        """
        self._cache = cache if left is None else None
        self._restricted = left is not None
        self._encoding = encoding(max(low, 2), max(high, 2), left if left is None else left & ~3)
        self._plain = PlainSearch(self._encoding)
        self._search: ComponentSearch = self._plain
        self._remoteness = RemotenessSearch(self._encoding, self._plain)
        self._with_openings = with_openings
        if with_openings:
            self._plain.learn(*self._proved_facts())
        self._saved = load_facts(cache, self._encoding) if cache else None
        if self._saved:
            self._plain.learn(*self._saved)
        self.speed_up(clock)

    def _proved_facts(self) -> tuple[array[int], array[int]]:
        """Return proved openings as facts: the one nim-value of each connected position."""
        components, values = array("Q"), array("Q")
        enc, high = self._encoding, self._encoding.high
        if enc.width >= 64 or enc.low != 2 or self._restricted:
            return components, values
        for last in range(high, high - OPENING_LISTS, -1):
            for left, nim in proved_positions(last, last).items():
                parts = enc.split(enc.encode(left))
                if len(parts) == 1:
                    components.append(parts[0])
                    values.append(1 << nim)
        return components, values

    @property
    def bytes_held(self) -> int:
        """Estimate of its size, in bytes."""
        searches = {id(search): search for search in (self._plain, self._search)}
        return sum(search.bytes_held for search in searches.values()) + 400 * len(self._remoteness)

    def speed_up(self, clock: Clock) -> None:
        """Switch to the compiled search if it is installed and fits, and time allows."""
        if self._search is not self._plain or not self.is_compact:
            return
        if self.left.bit_count() < FEW_NUMBERS:
            return
        compiled = compiled_module(COMPILED, clock)
        if compiled:
            self._search = compiled.CompiledSearch(self._encoding)
            self._search.learn(*self._plain.facts())

    @property
    def is_compact(self) -> bool:
        """True if its positions are small enough for the compiled search."""
        return self._encoding.width <= MOST_BITS

    @property
    def left(self) -> int:
        """The numbers from which its positions are made."""
        return self._encoding.left

    def covers(self, left: int) -> bool:
        """Return whether it can solve this position."""
        return not left & ~3 & ~self.left

    def _search_for(self, state: int) -> ComponentSearch:
        """Return the compiled search if the nim-values of `state` fit, else the plain one."""
        return self._search if self._encoding.size_of(state) < MOST_BITS else self._plain

    def is_lost(self, left: int, clock: Clock) -> bool | None:
        """Return whether the player to move loses, or None if time runs out."""
        if left & 2:  # taking 1 takes everything
            return False
        if self._with_openings:
            nim = known_value(left, self._encoding.high)
            if nim is not None:
                return nim == 0
            if follows_a_zero(left, self._encoding.high):
                return False
        with suppress(OutOfTimeError, RecursionError):
            state = self._encoding.encode(left)
            return self._search_for(state).is_zero(state, clock)
        return None

    def nim_value(self, left: int, clock: Clock) -> int | None:
        """Return the nim-value, or None if time runs out."""
        with suppress(OutOfTimeError, RecursionError):
            listed, nim = left & ~2, None
            if self._with_openings:
                nim = known_value(listed, self._encoding.high)
            if nim is None:
                clock.check()
                state = self._encoding.encode(listed)
                nim = self._search_for(state).grundy(state, clock)
            return nim + (left >> 1 & 1)
        return None

    def verdict(self, left: int, win: bool | None, clock: Clock) -> Verdict:
        """Return a verdict with nim-value and remoteness, as far as time allows."""
        nim = self.nim_value(left, clock)
        plies: int | None = None
        if left & 2:
            plies = 1
        elif left.bit_count() <= MOST_FOR_REMOTENESS:
            with suppress(OutOfTimeError, RecursionError):
                clock.check()
                plies = self._remoteness.plies(left, clock)
        return Verdict(win if nim is None else nim > 0, plies, nim)

    def save(self) -> None:
        """Save the facts to the cache folder, if there are enough new ones."""
        saved = len(self._saved[0]) if self._saved else 0
        if not self._cache or self._encoding.width >= 64:
            return
        if len(self._search) > max(2 * saved, FEWEST_SAVED):
            self._saved = self._search.facts()
            save_facts(self._cache, self._encoding, *self._saved)


class SetSolver:
    """A solver for positions within any one set of numbers."""

    def __init__(self, numbers: NumberSet) -> None:
        self.numbers = numbers
        """The set that holds every position."""
        self._search = PlainSearch(numbers)

    @property
    def bytes_held(self) -> int:
        """Estimate of its size, in bytes."""
        return self._search.bytes_held

    def is_lost(self, left: int, clock: Clock) -> bool | None:
        """Return whether the player to move loses, or None if time runs out."""
        state = self.numbers.encode(members(left))
        with suppress(OutOfTimeError, RecursionError):
            return self._search.is_zero(state, clock)
        return None

    def nim_value(self, left: int, clock: Clock) -> int | None:
        """Return the nim-value, or None if time runs out."""
        state = self.numbers.encode(members(left))
        with suppress(OutOfTimeError, RecursionError):
            clock.check()
            return self._search.grundy(state, clock)
        return None

    def verdict(self, left: int, win: bool | None, clock: Clock) -> Verdict:
        """Return a verdict with nim-value and remoteness, as far as time allows."""
        nim = self.nim_value(left, clock)
        state, plies = self.numbers.encode(members(left)), None
        if self.numbers.none_divides_another(state):
            plies = left.bit_count()
        elif left.bit_count() <= MOST_SOLVED and clock.left > 0:
            plies = self.numbers.solve(state)[1]
        return Verdict(win if nim is None else nim > 0, plies, nim)
