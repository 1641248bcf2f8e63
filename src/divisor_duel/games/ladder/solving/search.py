"""Any position of Ladder: reduce it, bound it, and search if that does not decide.

**Reduction**, each step exact. Write m for the mover's number, t for the
opponent's and `limit` for the largest number in the pool. From now on only multiples of m
above m and multiples of t above t can be taken, as divisibility is transitive. Hence:

1. Numbers missing from the pool count only if they are such multiples ("holes").
2. Every number that can still matter is a multiple of gcd(m, t), so dividing m, t, the
   holes and the limit (rounded down) by it changes nothing: m and t become coprime.
3. The limit may be lowered to the largest multiple of m or t not above it.

In a game played from the start every taken number is at most max(m, t), so there are holes
only if one of the reduced numbers is 1, and then they are part of one player's own path.

**Two bounds** settle most positions without search.

- *most*: a player at m makes at most floor(log2(limit / m)) further moves: each doubles.
- *least*: the opponent will only ever take multiples of t. A path of pool numbers
  m < .. < .., each a multiple of the one before and none a multiple of t, can never be
  touched; its length is a number of moves that the player at m is sure to have.

If least(m) > most(t) the mover wins: the opponent runs out first. If most(m) <=
least(t) the mover loses. And when the loser's two bounds agree, the loser makes exactly
that many moves under best play, so the remoteness is twice it (plus one if the mover wins).
When m and t are coprime and without holes, doubling m never meets a multiple of t unless t
is a power of two: so only positions where a reduced number is a power of two (1 included)
are searched at all.

**Hurrying.** A winner shortens the game only by blocking the loser's doubling
path, that is by owning z with z | t * 2^i for some t * 2^i in reach. For
any other z the loser's bounds agree afterwards. As no winning line is longer than
2 * most(t) + 1 plies, only the divisors of t * 2^most(t) need to be tried
(`hindering_moves`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd

from divisor_duel.engine.clock import Clock
from divisor_duel.factors import proper_divisors
from divisor_duel.games.ladder.rules import LadderPosition
from divisor_duel.games.ladder.solving.theorem import Holes, State, theorem
from divisor_duel.numbers import members, span

ENDLESS = 1 << 30
"""More plies than any game has."""

MOST_REMEMBERED = 1_000_000
"""Limit on the positions in memory; beyond it the memory is cleared."""


def reduced(limit: int, mover: int, other: int, missing: Iterable[int]) -> State:
    """Return the canonical form of a position (steps 1 to 3 of the module docstring)."""
    common = gcd(mover, other)
    holes: Holes = ()
    if missing:
        holes = tuple(
            number // common
            for number in missing
            if (number > mover and number % mover == 0) or (number > other and number % other == 0)
        )
    if common > 1:
        limit, mover, other = limit // common, mover // common, other // common
    limit -= min(limit % mover, limit % other)
    return limit, mover, other, holes


def most_moves(limit: int, number: int) -> int:
    """Return the most moves that a player at `number` can make."""
    return (limit // number).bit_length() - 1 if number <= limit else 0


def least_moves(limit: int, number: int, other: int, holes: Holes) -> int:
    """Return how many moves a player at `number` is sure to have.

    `number` must be coprime to `other`.
    """
    if other == 1:
        return 0
    if not holes and other & (other - 1):
        return most_moves(limit, number)
    moves = 0
    while True:
        for factor in (2, 3, 5):
            multiple = number * factor
            if multiple % other and multiple not in holes:
                break
        else:
            return moves
        if multiple > limit:
            return moves
        moves += 1
        number = multiple


class LadderSearch:
    """Finds win or loss and remoteness of reduced positions; remembers them."""

    def __init__(self) -> None:
        self._known_wins: dict[State, bool] = {}
        self._known_bounds: dict[State, tuple[int, int]] = {}

    def __len__(self) -> int:
        return len(self._known_wins) + len(self._known_bounds)

    def wins(self, state: State, clock: Clock) -> bool:
        """Return whether the player to move wins."""
        by_theorem = theorem(state)
        if by_theorem is not None:
            return by_theorem
        limit, mover, other, holes = state
        other_most = most_moves(limit, other)
        if least_moves(limit, mover, other, holes) > other_most:
            return True
        other_least = least_moves(limit, other, mover, holes)
        if most_moves(limit, mover) <= other_least:
            return False
        known = self._known_wins.get(state)
        if known is None:
            known = self._some_move_wins(state, other_least, clock)
            if len(self._known_wins) > MOST_REMEMBERED:
                self._known_wins.clear()
                self._known_bounds.clear()
            self._known_wins[state] = known
        return known

    def _some_move_wins(self, state: State, other_least: int, clock: Clock) -> bool:
        """Try the moves, smallest first: small numbers leave the longest path.

        After a move to z the opponent is sure of `other_least` moves; if z allows fewer
        than that, z loses, and so does everything above z.
        """
        limit, mover, other, holes = state
        for number in range(2 * mover, limit + 1, mover):
            if most_moves(limit, number) < other_least:
                return False
            if number not in holes:
                clock.tick()
                if not self.wins(reduced(limit, other, number, (*holes, number)), clock):
                    return True
        return False

    def remoteness(self, state: State, clock: Clock, low: int = -1, high: int = ENDLESS) -> int:
        """Return the plies to the end: the winner hurries, the loser delays.

        The result is exact if it is strictly between `low` and `high`; otherwise it is a proved
        bound on the same side of the window (at most `low`, or at least `high`).
        """
        limit, mover, other, holes = state
        if self.wins(state, clock):
            last = 1
            most = most_moves(limit, other)
            least = least_moves(limit, other, mover, holes)
        else:
            last = 0
            most = most_moves(limit, mover)
            least = least_moves(limit, mover, other, holes)
        if least == most:
            return 2 * most + last
        lower, upper = self._known_bounds.get(state, (2 * least + last, 2 * most + last))
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
        search = self._fastest_win if last else self._slowest_loss
        plies = search(state, clock, low, min(high, upper))
        if plies > low:
            lower = plies
        if plies < high:
            upper = plies
        self._known_bounds[state] = lower, upper
        return plies

    def _slowest_loss(self, state: State, clock: Clock, low: int, high: int) -> int:
        """Return the remoteness of a lost position; stop when no larger number is slower."""
        limit, mover, other, holes = state
        slowest = max(low, 0)
        for number in range(2 * mover, limit + 1, mover):
            if 2 * most_moves(limit, number) + 2 <= slowest:
                break
            if number not in holes:
                clock.tick()
                child = reduced(limit, other, number, (*holes, number))
                plies = 1 + self.remoteness(child, clock, slowest - 1, high - 1)
                slowest = max(slowest, plies)
                if slowest >= high:
                    break
        return slowest

    def _fastest_win(self, state: State, clock: Clock, low: int, high: int) -> int:
        """Return the remoteness of a won position, or `high` if it is not below that."""
        limit, _, other, holes = state
        fastest = high
        for number in hindering_moves(state):
            clock.tick()
            child = reduced(limit, other, number, (*holes, number))
            child_limit, loser, winner, child_holes = child
            least = least_moves(child_limit, loser, winner, child_holes)
            if 2 * least + 1 < fastest and not self.wins(child, clock):
                fastest = min(fastest, 1 + self.remoteness(child, clock, low - 1, fastest - 1))
                if fastest <= max(low, 1):
                    break
        return fastest


def hindering_moves(state: State) -> list[int]:
    """Return every move that might end a won game before the loser's upper bound.

    With a hole on the loser's doubling path the argument fails, and these are all moves.
    Otherwise the first number of that path comes first: taking it is usually best.
    """
    limit, mover, other, holes = state
    most = most_moves(limit, other)
    if any(other << power in holes for power in range(1, most + 1)):
        return [number for number in range(2 * mover, limit + 1, mover) if number not in holes]
    top = (other & -other) << most
    moves: list[int] = []
    for odd in _odd_divisors(other):
        number = odd
        while number <= limit and number <= odd * top:
            if number > mover and number % mover == 0 and number not in holes:
                moves.append(number)
            number *= 2
    moves.sort(key=lambda number: (number != 2 * other, number))
    return moves


def state_of(position: LadderPosition) -> State:
    """Return the reduced form of a position."""
    pool = position.pool
    limit = max(pool.bit_length() - 1, 1)
    missing = members(~pool & span(2, limit)) if limit > 1 else ()
    own, other = position.own, position.one + position.two - position.own
    return reduced(limit, own, other, missing)


@lru_cache(maxsize=1 << 14)
def _odd_divisors(number: int) -> tuple[int, ...]:
    """Return the odd divisors of a positive number."""
    odd = number // (number & -number)
    return (1, *proper_divisors(odd), odd) if odd > 1 else (1,)
