"""The theorem of Ladder, with its proof: who wins every position that play can reach.

**Theorem.** On the pool 2..N let k = floor(log2(N / 3)): 3 can be doubled k times. The first
player wins exactly when k is odd, and then only by taking 2.

The proof needs two positions. P(N): the mover owns 1, the opponent 2, and 3..N is left.
Q(N, r): the mover owns 1, the opponent 2^r with r >= 2, and all of 2..N but 2^r is left.
If all numbers are multiplied by g, the same holds with N // g for N: only multiples of g count.

- *Q is won.* Take 3, then double: 3, 6, 12, ... The opponent, now to move, makes at most
  floor(log2 N) - r <= floor(log2 N) - 2 <= floor(log2(N / 3)) more moves, so runs out first
  unless that path is blocked. Only 3 x 2^i blocks it, taken from a power of two. By then the
  mover owns some 3 x 2^s, and both have moved equally often, the opponent from 2^r on, so
  i >= r + s: the position is Q again, on N // (3 x 2^s), and won by induction.
- *P with k even is won.* If N = 3, take 3. Otherwise take 4: the opponent is in P(N // 2),
  where 3 can be doubled k - 1 times: lost by the next case.
- *P with k odd is lost*, whatever the mover takes. The opponent's answers:
  4 leads to P(N // 2) for the opponent, where k - 1 is even: won.
  3: they double 2, 4, 8, ..., which no multiple of 3 blocks, and make floor(log2 N) - 1 moves
  while the mover makes at most k. That is enough if N >= 4 x 2^k. If 3 x 2^k <= N < 4 x 2^k
  they take 6, which leaves the mover in P(N // 3), where 3 can be doubled k - 2 times: lost.
  2^r with r >= 3 leads to Q(N // 2, r - 1) for the opponent: won.
  Any other b (at least 5): they double 2, 4, 8, ...; no multiple of b is a power of two, and
  floor(log2(N / b)) <= floor(log2 N) - 2, so the mover runs out first.
- *The start.* Taking 2 leads to P(N). A larger power of two leads to Q(N, r): lost. After any
  other x the second player takes 2 and doubles: x allows floor(log2(N / x)) <= floor(log2 N) - 1
  further moves, and the second player, who has as many, is not the first to need one.

**Every other position.** Divide both numbers by their greatest common divisor g, and N too: the
mover owns m, the opponent t. A number that is gone and could otherwise be taken was taken by the
other player on the way, so it divides that player's number: there is none unless m or t is 1. Let
M = floor(log2(N / m)) and T = floor(log2(N / t)) count the doublings of both.

- *m = 1 is won unless t = 2 and k is odd.* t = 2 is P, and for t = 2^r the proof of Q needs no
  power of two. Otherwise t = 2^j q with q >= 3 odd. Take the smallest power of two that is left,
  at most 2^(j+1), then double: at least floor(log2 N) - j - 1 more steps, T at most as many, and
  no multiple of t is a power of two.
- *t = 1 is lost*: every move gives the opponent a position of the kind before, with t > 2.
- *m, t > 1, neither a power of two: won exactly if M > T*, since neither player's doublings meet a
  multiple of the other's number.
- *m = 2^r, t odd.* If M > T, double: no power of two is a multiple of t. If M <= T and r >= 2 it is
  lost. Say the mover takes x, and h is the greatest common divisor of x and t. Then the opponent,
  with T > M - 1 doublings, has t / h = 1, or x / h is no power of two, or x / h = 2^i with i >= r:
  won by the cases before and the next. i = 2 would need r = 2 and h >= 3, but for t >= 9 T < M.
- *m odd, t = 2^r.* If M <= T it is lost: the opponent doubles. If M > T and r >= 3, double: the
  opponent is on 2^(r-1) with T <= M - 1 and loses. r = 1 has M <= T, and r = 2 only 3 against 4.
- *2 against 3 is won if M >= 1, and 3 against 4 is lost if T >= 1.* For 2 against 3 only M = T is
  open. If it is 1, take 6: no multiple of 3 is left. If it is more, take 4: 3 against 4. There 6
  gives the opponent 2 against 3 on N // 2, and to anything else they double.

In all positions but these two, with m and t > 1, the mover wins exactly if M > T.
"""

from __future__ import annotations

from divisor_duel.games.ladder.proofs import most_moves

Holes = tuple[int, ...]
"""Numbers missing from the pool that either player could otherwise take."""

State = tuple[int, int, int, Holes]
"""The limit, the mover's number, the opponent's number, and the holes."""


def doublings(limit: int) -> int:
    """Return how often 3 can be doubled within `limit`; -1 if 3 itself is above it."""
    return (limit // 3).bit_length() - 1


def theorem(state: State) -> bool | None:
    """Return whether the mover wins; None if the theorem does not cover the position.

    It covers every position that play can reach, except some that are as good as over.
    """
    limit, mover, other, holes = state
    if mover == other:
        return None if holes else doublings(limit) % 2 == 1
    if mover == 1 or other == 1:
        return _against_one(state)
    if holes:
        return None
    if (mover, other) == (2, 3) and limit >= 4:
        return True
    if (mover, other) == (3, 4) and limit >= 8:
        return False
    return most_moves(limit, mover) > most_moves(limit, other)


def _against_one(state: State) -> bool | None:
    """Return the same for a player who owns 1 and one who owns a larger number."""
    limit, mover, other, holes = state
    larger = max(mover, other)
    if larger > limit or any(larger % hole for hole in holes):
        return None
    return mover == 1 and (other != 2 or doublings(limit) % 2 == 0)
