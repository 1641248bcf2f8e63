"""Make the pairs of a round: winners against winners, or everyone against everyone.

Both methods take the pupils who are there now, so that latecomers and leavers need no care. An
odd pupil plays the computer, a different one each time as far as possible. In every pair the
pupil who has gone first less often goes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from divisor_duel.web.classroom.room import COMPUTER, Pairing, Pairs

MOST_STEPS = 2000
"""Limit on the steps of the search for pairs that have not met."""


class History(NamedTuple):
    """What earlier rounds mean for the next one."""

    met: Counter[tuple[int, int]]
    """How often two players have met, the smaller number first."""
    firsts: Counter[int]
    """How often each player went first, less how often second."""
    points: Mapping[int, float]
    """The points of each pupil."""

    def meetings(self, one: int, two: int) -> int:
        """Return how often two players have met."""
        return self.met[min(one, two), max(one, two)]


def history_of(rounds: Sequence[Sequence[Pairing]], points: Mapping[int, float]) -> History:
    """Return the history of the rounds so far."""
    met, firsts = Counter[tuple[int, int]](), Counter[int]()
    for pairing in (pairing for played in rounds for pairing in played):
        met[min(pairing.one, pairing.two), max(pairing.one, pairing.two)] += 1
        firsts[pairing.one] += 1
        firsts[pairing.two] -= 1
    return History(met, firsts, points)


def make_pairs(
    pupils: Sequence[int], history: History, method: Pairs
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of the next round, in each the player who goes first."""
    make = _rotation if method == "everyone" else _swiss
    pairs = make(sorted(pupils), history)
    return tuple(_in_order(one, two, history) for one, two in pairs)


def _in_order(one: int, two: int, history: History) -> tuple[int, int]:
    """Put the player who has gone first less often first; of two alike, the one behind."""
    rank = {
        player: (history.firsts[player], history.points.get(player, 0.0), player)
        for player in (one, two)
    }
    if COMPUTER in rank:  # only the pupil's turn counts
        pupil = max(one, two)
        return (pupil, COMPUTER) if history.firsts[pupil] <= 0 else (COMPUTER, pupil)
    return (one, two) if rank[one] < rank[two] else (two, one)


def _swiss(pupils: Sequence[int], history: History) -> list[tuple[int, int]]:
    """Pair pupils with nearly equal points who have not met, the best first."""
    ranked = sorted(pupils, key=lambda number: (-history.points.get(number, 0.0), number))
    pairs = list[tuple[int, int]]()
    if len(ranked) % 2:
        odd = min(reversed(ranked), key=lambda number: history.meetings(COMPUTER, number))
        ranked.remove(odd)
        pairs.append((odd, COMPUTER))
    steps = [MOST_STEPS]
    found = _unmet(tuple(ranked), history, steps)
    return [*(_least_met(ranked, history) if found is None else found), *pairs]


def _unmet(
    ranked: tuple[int, ...], history: History, steps: list[int]
) -> list[tuple[int, int]] | None:
    """Pair the first with the nearest whom they have not met; None if that cannot be done."""
    if not ranked:
        return []
    first, others = ranked[0], ranked[1:]
    for index, other in enumerate(others):
        steps[0] -= 1
        if steps[0] < 0:
            return None
        if history.meetings(first, other):
            continue
        rest = _unmet(others[:index] + others[index + 1 :], history, steps)
        if rest is not None:
            return [(first, other), *rest]
    return None


def _least_met(ranked: Sequence[int], history: History) -> list[tuple[int, int]]:
    """Pair each with the nearest of those whom they have met least."""
    left, pairs = list(ranked), list[tuple[int, int]]()
    while left:
        first = left.pop(0)
        other = min(left, key=lambda number: history.meetings(first, number))
        left.remove(other)
        pairs.append((first, other))
    return pairs


def _rotation(pupils: Sequence[int], history: History) -> list[tuple[int, int]]:
    """Return the round of a round robin whose pairs have met least.

    While the pupils stay the same, the rounds of the circle contain every pair once, so until
    all of them are played there is one without pairs that have met.
    """
    circle = list(pupils) if len(pupils) % 2 == 0 else [*pupils, COMPUTER]
    rounds = list[list[tuple[int, int]]]()
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        rounds.append(list(zip(circle[:half], reversed(circle[half:]), strict=True)))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    if not rounds:
        return []
    return min(rounds, key=lambda pairs: sum(history.meetings(*pair) for pair in pairs))
