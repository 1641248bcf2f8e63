"""The theory of Divider Duel: separate groups, nim-values, and columns of primes that cancel.

No table of this game was found in print. What makes long lists feasible is
in `columns` (positions that matter, with proofs) and in `search` (asking only for
the nim-values that decide). Openings proved once are kept in `openings.json`, so
that the first moves on long lists need no search.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from divisor_duel.engine.search import Search as PlainSearch
from divisor_duel.engine.theory import (
    Budget,
    Clock,
    OutOfTimeError,
    Theory,
    Verdict,
    Verdicts,
    combine,
)
from divisor_duel.game import Game
from divisor_duel.games.divider.columns import Encoding, bits, encoding, without_multiples
from divisor_duel.games.divider.kept import FEWEST, keep_facts, kept_facts
from divisor_duel.games.divider.openings import proved_openings
from divisor_duel.games.divider.remoteness import Remoteness
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.divider.search import NimSearch, Search
from divisor_duel.games.numbers import members, multiples

LARGEST_LIST = 200
"""Up to here positions are searched as columns; longer lists only by plain search."""

SMALL_LIST = 14
"""Lists of up to this many numbers are worked out whole: that is quicker than being clever."""

MOST_TIMED = 40
"""With more numbers left than this, remoteness is not tried."""

COMPILE_SECONDS = 25.0
"""The compiled search is used only where there is time to compile it."""

FIRST_SLICE = 0.05


class DividerTheory(Theory[DividerPosition]):
    """Every number valued by the nim-values of what it leaves."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        assert isinstance(game, Divider)
        self._low, self._high = game.low, game.high
        self._whole: dict[int, tuple[int, int]] = {0: (0, 0)}
        if self._high - self._low < SMALL_LIST:
            self._keep = {k: ~multiples(k, self._high) for k in range(self._low, self._high + 1)}
        self._columns: Columns | None = None
        self._plain: PlainSearch | None = None

    def judge(self, position: DividerPosition, budget: Budget) -> Verdicts:
        left = position.left
        if self._high - self._low < SMALL_LIST:
            return {move: self._small(left & self._keep[move]) for move in bits(left)}
        rest = {move: without_multiples(left, move) for move in members(left)}
        if self._high > LARGEST_LIST:
            self._plain = self._plain or PlainSearch(self.game)
            return self._plain.judge(position, budget)
        return self._long_list(position.left, rest, budget)

    def _small(self, left: int) -> Verdict:
        nim, plies = self._worked_out(left)
        return Verdict(nim > 0, plies, nim)

    def _worked_out(self, left: int) -> tuple[int, int]:
        """Nim-value and remoteness of a small position, by visiting everything below it."""
        known = self._whole.get(left)
        if known is None:
            whole, keep = self._whole, self._keep
            nims, soonest, latest = 0, self._high, 0
            for move in bits(left):
                rest = left & keep[move]
                value, plies = whole.get(rest) or self._worked_out(rest)
                nims |= 1 << value
                if value and plies > latest:
                    latest = plies
                elif not value and plies < soonest:
                    soonest = plies
            nim = (~nims & nims + 1).bit_length() - 1  # the least value that is missing
            plies = 1 + (soonest if nim else latest)
            known = self._whole[left] = nim, plies
        return known

    def columns(self, clock: Clock) -> Columns:
        """The solver of this list, compiled if that is installed and there is time."""
        if self._columns is None:
            self._columns = Columns(self._low, self._high, clock)
        return self._columns

    def _long_list(self, left: int, rest: dict[int, int], budget: Budget) -> Verdicts:
        solver = self.columns(budget.values)
        lost = self._lost_positions(left, rest, budget.values)
        verdicts = {}
        for move, after in sorted(rest.items(), key=lambda item: item[1].bit_count()):
            win = None if after not in lost else not lost[after]
            verdicts[move] = solver.details(after, win, budget.extras)
        solver.keep()
        return verdicts

    def _lost_positions(self, left: int, rest: dict[int, int], clock: Clock) -> dict[int, bool]:
        """For each position after a move whether it is lost, as far as there is time.

        The moves take turns with growing slices of time, so that one hard move
        does not keep the easy ones waiting; what a slice has found is not lost.
        """
        solver = self.columns(clock)
        proved = proved_openings(self._low, self._high) if left == self._everything() else {}
        lost = {rest[move]: win for move, win in proved.items()}
        waiting = sorted(set(rest.values()) - set(lost), key=int.bit_count)
        seconds = FIRST_SLICE
        while waiting and clock.left > 0:
            piece = Clock(min(seconds, clock.left))
            if solver.is_lost(left, piece):  # then every move wins for the other player
                return dict.fromkeys(rest.values(), False) | lost
            for after in waiting[:]:
                answer = solver.is_lost(after, Clock(min(seconds, clock.left)))
                if answer is not None:
                    lost[after] = answer
                    waiting.remove(after)
            seconds *= 4
        return lost

    def _everything(self) -> int:
        return self.game.start().left  # type: ignore[no-any-return]

    def settle(self, position: DividerPosition, verdicts: Verdicts, budget: Budget) -> Verdict:
        verdict = combine(verdicts.values())
        if verdict.win is not None or self._high > LARGEST_LIST:
            return verdict
        lost = self.columns(budget.values).is_lost(position.left, budget.values)
        return verdict if lost is None else verdict._replace(win=not lost)

    def reason(
        self, position: DividerPosition, verdict: Verdict, verdicts: Verdicts, line: Iterable[int]
    ) -> str:
        moves = tuple(line)
        if verdict.win is None or not moves:
            return super().reason(position, verdict, verdicts, moves)
        left, begin = position.left, ""
        if verdict.win:
            left = without_multiples(left, moves[0])
            begin = f"Take {moves[0]}. "
            if not left:
                return f"Take {moves[0]}: nothing is left, so you win at once."
        valued = self.valued_groups(left, Clock(0.2))
        if len(valued) < 2 or None in [nim for _, nim in valued]:
            return super().reason(position, verdict, verdicts, moves)
        return begin + _cancelling(valued, "you" if verdict.win else "they")

    def valued_groups(self, left: int, clock: Clock) -> list[tuple[tuple[int, ...], int | None]]:
        """The groups that no move joins, each with its nim-value if it is found in time."""
        found: list[tuple[tuple[int, ...], int | None]] = []
        for group in sorted(groups_of(left), key=int.bit_count):  # the easy ones first
            nim: int | None = None
            if self._high - self._low < SMALL_LIST:
                nim = self._worked_out(group)[0]
            elif self._high <= LARGEST_LIST:
                nim = self.columns(clock).nim_value(group, clock)
            found.append((members(group), nim))
        return sorted(found)


def _cancelling(valued: list[tuple[tuple[int, ...], int | None]], winner: str) -> str:
    """Why groups whose nim-values cancel are lost for the player to move."""
    alone = [numbers[0] for numbers, _ in valued if len(numbers) == 1]
    parts = [
        f"{' '.join(map(str, numbers))} (nim-value {nim})"
        for numbers, nim in valued
        if len(numbers) > 1
    ]
    if alone:
        each = "each nim-value 1" if len(alone) > 1 else "nim-value 1"
        parts.append(f"{' and '.join(map(str, alone))} alone ({each})")
    listed = f"What is left falls into groups that no move joins: {'; '.join(parts)}."
    powers = ", ".join(_powers_of_two(nim) for _, nim in valued if nim)
    if not powers:
        return (
            f"{listed} Their nim-values are all 0: {winner} can answer any move in its own group."
        )
    return (
        f"{listed} Their nim-values cancel: in powers of two ({powers}) each power comes an even "
        f"number of times. Whatever is done in one group, {winner} can make it so again, down to "
        "nothing."
    )


def _powers_of_two(number: int) -> str:
    """A number as a sum of powers of two: ``3 = 2+1``."""
    powers = [str(1 << power) for power in range(number.bit_length()) if number >> power & 1]
    return str(number) if len(powers) == 1 else f"{number} = {'+'.join(reversed(powers))}"


class Columns:
    """Questions about one list of up to 200 numbers; positions are masks of what is left."""

    def __init__(self, low: int, high: int, clock: Clock) -> None:
        self._name = f"divider-{low}-{high}"
        self._encoding = encoding(max(low, 2), max(high, 2))
        self._search = _best_search(self._encoding, clock)
        self._plain = self._search if isinstance(self._search, Search) else Search(self._encoding)
        self._lengths = Remoteness(self._encoding, self._plain)
        self._kept = kept_facts(self._name)
        if self._kept:
            self._search.learn(*self._kept)

    def is_lost(self, left: int, clock: Clock) -> bool | None:
        """Whether the player to move loses, or None if the time does not suffice."""
        if left & 2:  # taking 1 takes everything
            return False
        self._search.clock = clock
        with suppress(OutOfTimeError, RecursionError):
            return self._search.is_zero(self._encoding.encode(left))
        return None

    def nim_value(self, left: int, clock: Clock) -> int | None:
        """The nim-value, or None if the time does not suffice."""
        self._search.clock = clock
        with suppress(OutOfTimeError, RecursionError):
            clock.check()
            nim = self._search.grundy(self._encoding.encode(left & ~2))
            return nim + (left >> 1 & 1)
        return None

    def details(self, left: int, win: bool | None, clock: Clock) -> Verdict:
        """A verdict with nim-value and remoteness, as far as there is time."""
        nim = self.nim_value(left, clock)
        plies: int | None = None
        if left & 2:
            plies = 1
        elif left.bit_count() <= MOST_TIMED:
            with suppress(OutOfTimeError, RecursionError):
                clock.check()
                plies = self._lengths.value(left, clock)
        return Verdict(win if nim is None else nim > 0, plies, nim)

    def keep(self) -> None:
        """Keep what was found for the next time, if it was much."""
        known = len(self._kept[0]) if self._kept else 0
        if len(self._search) > max(2 * known, FEWEST) and self._encoding.width < 64:
            self._kept = self._search.facts()
            keep_facts(self._name, *self._kept)


def _best_search(enc: Encoding, clock: Clock) -> NimSearch:
    """The compiled search where it is installed, fits and pays; else the plain one."""
    if enc.high < 30 or clock.left < COMPILE_SECONDS:
        return Search(enc)
    try:
        from divisor_duel.games.divider import compiled
    except ImportError:  # the extra `fast` is not installed
        return Search(enc)
    return compiled.CompiledSearch(enc) if compiled.supports(enc) else Search(enc)


def groups_of(left: int) -> list[int]:
    """The connected parts of what is left, by smallest member: no move touches two of them."""
    found: list[int] = []
    for number in members(left):  # ascending, so a divisor is met before its multiples
        reach = left & ~without_multiples(left, number)
        for group in [group for group in found if group & reach]:
            reach |= group
            found.remove(group)
        found.append(reach)
    return sorted(found, key=lambda group: group & -group)


def groups(
    game: Divider, position: DividerPosition, seconds: float | None = 1.0
) -> list[tuple[tuple[int, ...], int | None]]:
    """The separate groups of a position, each with its nim-value if it is found in time."""
    from divisor_duel.engine.analysis import theory_of

    theory = theory_of(game)
    assert isinstance(theory, DividerTheory)
    return theory.valued_groups(position.left, Clock(seconds))


THEORY = DividerTheory
