"""Misere Countdown, solved up to 10^18: a player with nothing to subtract has won.

Call a prime *plain* if it is 5 or more and not one more than 2^k with k even and at least 4
(of those only 17, 257 and 65537 are small enough). By the **rule** the player to move loses from

- 4, and 2^k with k odd and at least 5;
- 2p with p a plain prime;
- odd numbers that are neither 1 nor prime nor 3p with p a plain prime.

*From these no move leads to another of them.* From 4 the only move leaves 2, and the opponent has
won. From 2^k the moves leave 2^(k-1), whose exponent is even and at least 4, or 2^j (2^i - 1) with
i >= 2, which is twice an odd number only for j = 1: then i = k - 1 is even and at least 4, so 3
divides 2^i - 1, which is not a prime. From 2p the moves are p, which leaves a prime, so that the
opponent has won, and 2, which leaves 2 (p - 1), a multiple of 4: it is above 4, and an odd power
of two of at least 32 only if p is not plain. From an odd number n a divisor d leaves d (n/d - 1),
which is even with the odd factor d > 1, so the only number on the list that it could be is 2q with
q = d plain and n = 3q.

*From all others that have a move, with few exceptions, some move leads there.* From an odd number,
which is 3p, subtract p. From 8 and from 2^k with k even and at least 6 subtract half; from 16
subtract 2. Otherwise the number is 2^a m with m odd and above 1. Subtracting m leaves m (2^a - 1),
which is odd and on the list unless

- a = 1 and m is prime: so m is 3 or not plain. Subtracting 2 leaves 4 or an odd power of two;
- a = 1 and m = 3p with p plain: subtract p, which leaves 5p;
- a = 2 and m is a plain prime: subtracting 2m leaves 2m;
- m = 3 and 2^a - 1 is a plain prime, so a is an odd prime: subtracting 2 leaves twice
  3 x 2^(a-1) - 1, which is prime for a = 3, 5, 7 and 19, and not for a = 13, 17 and 31 (a = 61 is
  beyond 10^18). No other move leads there either: 3 x 2^13, 3 x 2^17 and 3 x 2^31 break the rule.

**Exceptions.** So a number can differ from the rule only if it is one of these three, or if it has
a move to a smaller number s that differs, that is, if it is s + d with d a divisor of s. Checking
these numbers in ascending order settles each of them by its moves: `exceptions` does so, and finds
43 up to 10^18 among 1,451 numbers. The tests find them again, and compare with brute force.

If the number is small, a search finds the remoteness.
"""

from __future__ import annotations

from contextlib import suppress
from heapq import heapify, heappop, heappush

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError
from divisor_duel.engine.search import Search
from divisor_duel.engine.verdict import Verdict, Verdicts
from divisor_duel.factors import proper_divisors
from divisor_duel.games.countdown.proofs import Shape, is_lost_by_rule, is_lost_in_misere
from divisor_duel.games.countdown.rules import CountdownPosition
from divisor_duel.proof import Proof

LARGEST_SEARCH = 20_000
"""Largest number whose remoteness is searched."""

FIRST_EXCEPTIONS = (3 << 13, 3 << 17, 3 << 31)
"""Numbers that the rule calls won although no move leads to a lost one."""


def exceptions(most: int) -> set[int]:
    """Compute the numbers up to `most` that differ from the rule."""
    found, waiting, done = set[int](), [number for number in FIRST_EXCEPTIONS if number <= most], 0
    heapify(waiting)
    while waiting:
        number = heappop(waiting)
        if number == done:
            continue
        done, moves = number, proper_divisors(number)
        reached = [number - move for move in moves]
        won = any(is_lost_by_rule(left) is not (left in found) for left in reached) or not moves
        if won is is_lost_by_rule(number):
            found.add(number)
            for divisor in (*moves, number):
                if number + divisor <= most:
                    heappush(waiting, number + divisor)
    return found


class MisereCountdown(Search[CountdownPosition]):
    """The rule above, and a search for remoteness."""

    def judge(self, position: CountdownPosition, budget: Budget) -> dict[int, Verdict]:
        legal = self.game.legal_moves(position)
        verdicts = dict.fromkeys(legal, Verdict())
        with suppress(OutOfTimeError):
            for move in legal:
                budget.values.check()
                verdicts[move] = Verdict(not is_lost_in_misere(position.number - move))
        if position.number <= LARGEST_SEARCH:
            with suppress(OutOfTimeError):
                for move in legal:
                    after = self.game.play(position, move)
                    verdicts[move] = self.solve(after, budget.extras)
        return verdicts

    def settle(self, position: CountdownPosition, verdicts: Verdicts, budget: Budget) -> Verdict:
        known = super().settle(position, verdicts, budget)
        return known._replace(win=not is_lost_in_misere(position.number))

    def explain(self, position: CountdownPosition, clock: Clock, depth: int = 0) -> Shape:
        return Shape(0)

    def weight(self, proof: Proof) -> int:
        return 2  # a move that ends the game at once is easier to check


THEORY = MisereCountdown
