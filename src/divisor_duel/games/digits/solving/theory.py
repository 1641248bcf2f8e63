"""The theory of Digits: only the set of digits left and the remainder matter.

**Theorem.** Let the base be b and the target t > b^2 - b - 2. A player to move with an even
number of digits left wins; with an odd number of them, exactly if some digit makes a
multiple of t at once. So from the start the player who will not write the last digit wins.

*Proof.* Call a digit d dangerous if after it some other digit e left makes a multiple of t. At
most one digit is dangerous: if d1 and d2 are, with e1 and e2, then t divides the difference
of the two multiples, b (d1 - d2) + (e1 - e2). That is not 0, since b divides the first part
and the second is smaller than b, and it is at most b (b - 2) + (b - 2) = b^2 - b - 2 in size,
so too small. Hence a player with two or more digits left has one that is not dangerous. A
player who moves with an even number left always has two or more, writes such a digit every time,
and so never lets the opponent make a multiple: the opponent writes the last digit and loses.
With an odd number left, a digit that makes no multiple puts the opponent in that situation.

*How soon.* In one ply if some digit makes a multiple at once, otherwise in as many plies as
digits are left: the loser, who moves with an odd number left, has two that are not dangerous if
there are three or more, writes one every time, and so never loses before the digits run out.

Smaller targets, in bases 2 to 16, were solved one by one: the same player wins from the
start, except for targets below b in even bases, where the first digit can be the target, and
for 12 in base 10, 21 in base 15 and 20 in base 16. The last two have the same cause: 21 is 7 x 3
and 20 is 5 x 4, where 7 and 5 divide b - 1, so they are about digit sums, and 3 and 4 divide b,
so they are about last digits. If a player makes the digit sum a multiple of 7 or 5 every time,
the opponent cannot finish, and here that is always possible (``partners`` in `proofs.py`).

Who wins below that bound, and how soon, comes from a table that is built once for the whole game
(`remainder_table`). If that would be too large, a table of the digits left takes its place: with
n of them it has 2^n rows, whatever the base. Before that fits, a search still finds who wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError, Work
from divisor_duel.engine.theory import Theory
from divisor_duel.engine.verdict import Verdict, Verdicts
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.games.digits.proofs import (
    Ahead,
    Partners,
    Safe,
    SafeRule,
    State,
    digit_sum_modulus,
    finishers,
    follow_partners,
    has_rare_multiples,
)
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.digits.solving.remainder_table import RemainderTable, lane_bytes
from divisor_duel.numbers import members
from divisor_duel.proof import Proof
from divisor_duel.proofs.budget import CheckBudget, Limits

MOST_STATES = 100_000
"""Most positions in which a rule is tried before it is given as a reason."""

MOST_TABLE_BYTES = 400_000_000
"""Size limit for a table, in bytes."""
SECONDS_PER_ROW, SECONDS_PER_BYTE = 1e-6, 1e-9
"""Rough measurements, which only decide whether to start a table."""


class DigitsTheory(Theory[Digits, DigitsPosition]):
    """A table of the whole game, or of the digits left, values every digit."""

    def __init__(self, game: Digits, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._table: RemainderTable | None = None
        self._work: tuple[int, Work[RemainderTable]] | None = None
        self._explained: dict[State, Proof | None] = {}

    tree_depth = 0

    @property
    def always_finishes(self) -> bool:
        return self.game.base <= 14

    @property
    def bytes_held(self) -> int:
        return self._table.bytes_held if self._table else 0

    def judge(self, position: DigitsPosition, budget: Budget) -> Verdicts:
        left, number, _ = position
        if not has_rare_multiples(self.game):
            self._prepare(left, budget.values)
        verdicts = {}
        for digit in members(left):
            after = left ^ 1 << digit, number * self.game.base + digit
            try:
                verdicts[digit] = self._verdict(*after, budget.values)
            except OutOfTimeError:
                verdicts[digit] = Verdict()
        return verdicts

    def _prepare(self, left: int, clock: Clock) -> None:
        """Build a table of the whole game, or else of the digits left, if time and memory allow."""
        if self._table and self._table.covers(left):
            return
        begun = self._work[0] if self._work and not left & ~self._work[0] else 0
        sizes = (digits for digits in (self.game.start().left, left) if self._fits(digits, clock))
        digits = next(sizes, begun)
        if not digits:
            return
        if self._work is None or self._work[0] != digits:
            table = RemainderTable.build_in_steps(digits, self.game.base, self.game.target)
            self._work = digits, Work(table)
        with suppress(OutOfTimeError):
            self._table, self._work = self._work[1].finish(clock), None

    def _fits(self, digits: int, clock: Clock) -> bool:
        """Return whether a table for these digits is small enough, and quick enough to build."""
        count, target = digits.bit_count(), self.game.target
        row = target * lane_bytes(count)
        seconds = 2**count * count * (SECONDS_PER_ROW + row * SECONDS_PER_BYTE)
        return bool(2**count * row <= MOST_TABLE_BYTES and seconds <= min(clock.left, 60))

    def _verdict(self, left: int, number: int, clock: Clock) -> Verdict:
        """Return the verdict on a position that a move has led to."""
        if number % self.game.target == 0:
            return Verdict(False, 0)
        if not left:
            return Verdict(True, 0)
        if self._table and self._table.has(left):
            return self._table.verdict(left, number)
        if finishers(self.game, (left, number)):
            return Verdict(True, 1)
        if has_rare_multiples(self.game):
            count = left.bit_count()
            return Verdict(count % 2 == 0, count)
        return Verdict(self._wins(left, number % self.game.target, clock))

    def _wins(self, left: int, remainder: int, clock: Clock) -> bool:
        """Search whether the player to move wins a position that is not over."""
        clock.tick()
        if finishers(self.game, (left, remainder)):
            return True
        base, target = self.game.base, self.game.target
        for digit in members(left):
            rest = left ^ 1 << digit
            if not rest:
                return False
            if not self._wins(rest, (remainder * base + digit) % target, clock):
                return True
        return False

    def explain(self, position: DigitsPosition, clock: Clock, depth: int = 0) -> Proof | None:
        """Prove a loss by partners or by safe digits."""
        state = position.left, position.number % self.game.target
        if state not in self._explained:
            self._explained[state] = self._rule_that_wins(state, clock)
        return self._explained[state]

    def _rule_that_wins(self, state: State, clock: Clock) -> Proof | None:
        game = self.game
        if has_rare_multiples(game):
            return Safe(0, tuple(range(1, game.base)), 1) if state[0].bit_count() % 2 else None
        by_partners = _partners_that_win(game, state)
        if by_partners:
            return by_partners
        for ahead in AHEAD:
            for order in orders(game.base):
                with suppress(CertificateError, OverBudgetError):
                    SafeRule(game, order, ahead).walk(state, _trial_budget(), clock.tick)
                    return Safe(0, order, ahead)
        return None


def _trial_budget() -> CheckBudget:
    """Return a budget for trying a rule; the clock limits the time."""
    return CheckBudget(Limits(MOST_STATES, None, None))


def _partners_that_win(game: Digits, state: State) -> Partners | None:
    """Return partners that keep the digit sum a multiple, if answering with them wins."""
    modulus = digit_sum_modulus(game)
    if not modulus or state[1] % modulus:
        return None
    pairs, unpaired = list[tuple[int, int]](), list[int]()
    for digit in members(state[0]):
        partner = next((other for other in unpaired if (other + digit) % modulus == 0), 0)
        if partner:
            unpaired.remove(partner)
            pairs.append((partner, digit))
        else:
            unpaired.append(digit)
    if not pairs:
        return None
    partners = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    with suppress(CertificateError, OverBudgetError):
        follow_partners(game, state, partners, _trial_budget())
        return Partners(0, modulus, tuple(sorted(pairs)))
    return None


AHEAD: tuple[Ahead, ...] = (1, 2)
"""How far the safe digits of a rule look ahead, the simplest rule first."""


def orders(base: int) -> Iterator[tuple[int, ...]]:
    """Yield orders of digits that are easy to describe.

    They go up or down, with the multiples of 2, 3 or 5, or the other digits, first.
    """
    up, down = tuple(range(1, base)), tuple(range(base - 1, 0, -1))
    yield from (up, down)
    for divisor in (2, 3, 5):
        for order in (up, down):
            yield tuple(sorted(order, key=lambda digit: digit % divisor > 0))
            yield tuple(sorted(order, key=lambda digit: digit % divisor == 0))


THEORY = DigitsTheory
