"""The theorem of Ladder, with its proof: who wins from the start of any pool.

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
"""

from __future__ import annotations

Holes = tuple[int, ...]
"""Numbers missing from the pool that either player could otherwise take."""

State = tuple[int, int, int, Holes]
"""The limit, the mover's number, the opponent's number, and the holes."""


def doublings(limit: int) -> int:
    """Return how often 3 can be doubled within `limit`; -1 if 3 itself is above it."""
    return (limit // 3).bit_length() - 1


def theorem(state: State) -> bool | None:
    """Return whether the mover wins; None if the theorem does not cover the position.

    It covers the start and every position after one move: P, Q, and the other losing openings.
    """
    limit, mover, other, holes = state
    if mover != 1 or holes != (() if other == 1 else (other,)):
        return None
    if other == 1:
        return doublings(limit) % 2 == 1
    return other != 2 or doublings(limit) % 2 == 0
