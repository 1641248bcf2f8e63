"""The theory of Countdown: closed forms for who wins and for nim-values.

**Who wins.** The player to move loses exactly when n is odd or an odd power of two.

- *n odd.* Every divisor d is odd, and n - d = d (n/d - 1) is even and has the odd
  factor d > 1: an even number that is not a power of two.
- *n even with an odd part m > 1.* Subtracting m leaves an odd number.
- *n = 2^v.* The moves lead to 2^i (2^(v-i) - 1) with 1 <= i < v. For i < v - 1 these
  are even with an odd part above 1, so won for the opponent; the only other move
  leads to 2^(v-1). So 2^v is lost exactly when v = 1 or 2^(v-1) is won: when v is odd.

**Nim-values.** Write n = 2^v m with m odd. For v = 0 the value is 0; for m >= 17 it is
v; for m <= 15 it is what `nim_value` returns. Proof: subtract d = 2^i e with e | m.

- m >= 17, i < v: what is left has valuation i and an odd part of at least 2m - m >= 17,
  so its value is i. Every i < v is possible (with e = m if i = 0): 0 .. v-1 all occur.
- m >= 17, i = v: what is left is 2^v (m - e) with e <= m/3, so m - e >= 12, and its
  valuation w is above v. If its odd part is at least 17 the value is w. If it is a
  power of two the value is 0, or w - 1 with w >= v + 4 (w = 2 and w = 4 are too small).
  If its odd part is 3 to 15 the value is at least w - 2; it would be v only for w = v + 2
  and odd part 3, where m - e = 12 and so m <= 15, or for w = 4, v = 3 and odd part 3 or
  5, where m - e = 6 or 10. So v never occurs, and the value is v.
- m <= 15, v >= 11: for i <= v - 5 what is left has an odd part of at least 2^5 - 1, so
  its value is i. For i > v - 5 valuations are at least 7, where the values depend on the
  valuation only through a constant offset and, for powers of two, through its parity. So
  checking v = 11 and 12 settles all larger v, and the finitely many smaller cases are
  checked by the tests.

**Remoteness** has no closed form, since it matters whether n - d is prime. It comes from
a table of all numbers up to n, filled upwards, if there is time to fill it (with the extra `fast`
by compiled code, which takes 1 GB and less than a minute for a billion); a proof for n
visits a large share of the smaller numbers anyway (`docs/theory/countdown.md`). Beyond
the table only its least values are known: 0 for primes, 1 for twice a prime.
"""

from __future__ import annotations

from threading import Lock
from types import ModuleType

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.compiled import compiled_module
from divisor_duel.engine.theory import Theory
from divisor_duel.engine.verdict import Verdict, Verdicts
from divisor_duel.factors import is_prime, proper_divisors
from divisor_duel.games.countdown.proofs import Parity, is_lost
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition

SEGMENT = 1 << 14
"""How many numbers the table grows by between two checks of the clock."""
LARGEST_TABLE = 30_000_000
"""Largest number in the table, if it is filled in plain Python."""
SECONDS_PER_ENTRY = 1.0e-6
"""A rough measurement, which only decides whether to start filling the table."""

COMPILED_TABLE = "divisor_duel.games.countdown.solving.compiled_table"
"""The module that fills the table faster; it needs the extra `fast`."""
FEWEST_COMPILED = 200_000
"""Fewest missing entries for which it is worth loading."""
COMPILED_SEGMENT = 1 << 19
"""How many entries it fills between two checks of the clock."""
LARGEST_COMPILED = 1_000_000_000
"""Largest number in the table that it fills: a gigabyte."""
SECONDS_PER_COMPILED_ENTRY = 5e-8
"""A rough measurement, like `SECONDS_PER_ENTRY`."""


def nim_value(number: int) -> int:
    """Return the nim-value of a number of any size."""
    valuation = (number & -number).bit_length() - 1
    odd = number >> valuation
    if valuation == 0 or odd >= 17:
        return valuation
    if odd == 1:
        return 0 if valuation % 2 else {2: 1, 4: 2}.get(valuation, valuation - 1)
    if valuation == 1:
        return 2 if odd == 3 else 1
    if valuation == 2:
        return 3 if odd <= 5 else 2
    if valuation == 3:
        return 3 if odd == 13 else 4
    if valuation == 4:
        return 3 if odd <= 5 else 5
    if valuation == 5 or odd >= 7:
        return valuation + 1
    return valuation - 2 if odd == 3 else valuation + 2


class CountdownTheory(Theory[Countdown, CountdownPosition]):
    """Closed forms value every divisor at once, whatever the number."""

    def judge(self, position: CountdownPosition, budget: Budget) -> Verdicts:
        number = position.number
        known = _TABLE.fill_up_to(number, budget.extras)
        verdicts = {}
        plain = [Verdict(nim > 0, None, nim) for nim in range(number.bit_length() + 3)]
        for divisor in proper_divisors(number):  # up to a hundred thousand of them
            left = number - divisor
            nim = nim_value(left)
            # Beyond the table, p or 2p can be left only by d = p, d = 2p or d = 2, as d divides it.
            if left < known or left <= 2 * divisor or divisor == 2:
                verdicts[divisor] = Verdict(nim > 0, _TABLE.lookup(left, known), nim)
            else:
                verdicts[divisor] = plain[nim]
        return verdicts

    def settle(self, position: CountdownPosition, verdicts: Verdicts, budget: Budget) -> Verdict:
        number = position.number
        remoteness = _TABLE.lookup(number, _TABLE.fill_up_to(number, budget.extras))
        return Verdict(not is_lost(number), remoteness, nim_value(number))

    def line(
        self,
        position: CountdownPosition,
        plies: int | None,
        first: int,
        verdicts: Verdicts,
        budget: Budget,
    ) -> tuple[int, ...]:
        """Return a best line; within the table, each move is one ply nearer to the end."""
        number, moves = position.number - first, [first]
        known = _TABLE.fill_up_to(number, budget.extras)
        if number >= known:
            return super().line(position, plies, first, verdicts, budget)
        while plies := _TABLE.lookup(number, known):
            for move in proper_divisors(number):
                if _TABLE.lookup(number - move, known) == plies - 1:
                    break
            moves.append(move)
            number -= move
        return tuple(moves)

    def explain(self, position: CountdownPosition, clock: Clock, depth: int = 0) -> Parity:
        return Parity(0)


class RemotenessTable:
    """The remoteness of 1, 2, 3, ... as far as it has been needed.

    It depends on no set-up, so all engines and threads share one table, which only grows.
    """

    def __init__(self) -> None:
        self._plies = bytearray(3)  # index 0 is unused; 1 and 2 have no move
        self._known = 3  # entries beyond it are being filled
        self._growing = Lock()

    def lookup(self, number: int, known: int) -> int | None:
        """Return the remoteness of `number`, or None if it is not known.

        Below `known` it is in the table; for larger numbers only 0 and 1 are recognized.
        """
        if number < known:
            return self._plies[number]
        if number % 2:
            return 0 if is_prime(number) else None
        return 1 if is_prime(number // 2) else None

    def fill_up_to(self, number: int, clock: Clock) -> int:
        """Fill the table up to `number` if there is time, and return its length.

        On a step clock the answer must not depend on earlier calls, only on the number.
        """
        missing = number + 1 - (0 if clock.counted else self._known)
        compiled = None
        if missing >= FEWEST_COMPILED and number <= LARGEST_COMPILED:
            compiled = compiled_module(COMPILED_TABLE, clock)
        largest = LARGEST_COMPILED if compiled else LARGEST_TABLE
        seconds = SECONDS_PER_COMPILED_ENTRY if compiled else SECONDS_PER_ENTRY
        affordable = number <= largest and missing * seconds < clock.left
        if (
            missing > 0
            and affordable
            and self._growing.acquire(timeout=min(max(clock.left, 0), 3600))
        ):
            try:
                self._extend(number, clock, compiled)
            except OutOfTimeError:
                pass
            finally:
                self._growing.release()
        return 0 if clock.counted and not affordable else self._known

    def _extend(self, number: int, clock: Clock, compiled: ModuleType | None) -> None:
        """Fill the table up to `number`; if time runs out, the entries so far stay."""
        del self._plies[self._known :]  # left by an interrupt
        filler = compiled.TableFiller(self._known) if compiled else None
        while self._known <= number:
            clock.check()
            segment = COMPILED_SEGMENT if filler else SEGMENT
            beyond = min(self._known + segment, number + 1)
            if filler:
                self._plies.extend(bytes(beyond - self._known))
                filler.fill(self._plies, beyond)
            else:
                self._fill(self._known, beyond)
            self._known = beyond

    def _fill(self, first: int, beyond: int) -> None:
        """Append one segment; every entry comes from smaller ones."""
        plies = self._plies
        for number, useful in enumerate(_useful_divisors(first, beyond), first):
            if not useful:
                plies.append(0)
            elif number & 1 or is_lost(number):
                plies.append(1 + max([plies[number - divisor] for divisor in useful]))
            else:
                plies.append(1 + min([plies[number - divisor] for divisor in useful]))


def _useful_divisors(first: int, beyond: int) -> list[list[int]]:
    """Return for each number of a segment the divisors worth subtracting.

    These are all moves of a player who loses, and all moves to a lost number of a
    player who wins. Except from powers of two these are the odd divisors (from an
    even number they leave an odd, lost one) and, from 2^j (2^i + 1) with i + j odd,
    also 2^j, which leaves an odd power of two.
    """
    lists: list[list[int]] = [[] for _ in range(first, beyond)]
    for divisor in range(3, min(SEGMENT, (beyond + 1) // 2), 2):
        start = max(2 * divisor, -(-first // divisor) * divisor)
        for divisors in lists[start - first :: divisor]:
            divisors.append(divisor)
    for cofactor in range(2, beyond // SEGMENT + 1):
        smallest = max(SEGMENT, -(-first // cofactor)) | 1
        columns = lists[cofactor * smallest - first :: 2 * cofactor]
        for divisor, divisors in zip(range(smallest, beyond, 2), columns, strict=False):
            divisors.append(divisor)
    for high in range(1, beyond.bit_length(), 2):  # 2^high is lost
        for low in range(1, high):
            if first <= (1 << high) + (1 << low) < beyond:
                lists[(1 << high) + (1 << low) - first].append(1 << low)
    for power in range(2, beyond.bit_length()):
        if first <= 1 << power < beyond:
            lowest = 1 if power % 2 else power - 1
            lists[(1 << power) - first] = [1 << i for i in range(lowest, power)]
    return lists


_TABLE = RemotenessTable()


THEORY = CountdownTheory
COMPILED = (COMPILED_TABLE,)
