"""Bradley-Terry ratings and confidence intervals, from who beat whom.

A difference of 400 means that the stronger player wins ten of eleven games, as with Elo
ratings in chess. Every two players who met get one extra game that each of them half
won; without it, a player who never lost would be infinitely strong. Intervals come from
a Bayesian bootstrap: each meeting gets a random weight, and so do both halves of the
extra game. For two players this is Jeffreys' interval. It stays honest when one player
won all games, where resampling games would always give the same tournament.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypedDict

SCALE = 400 / math.log(10)
"""Rating points for each unit of log-odds."""

Z = 1.959963984540054
"""Standard deviations on either side of the mean that cover 95%."""

BOOTSTRAPS = 300
"""Bootstrap samples for the intervals of ratings."""

LEAST_HALF = 1e-4
"""Minimum weight of half of the extra game; it limits ratings to about 3000."""

MOST_NEWTON_STEPS = 60


class Interval(NamedTuple):
    """An estimate with its 95% interval."""

    value: float
    """The estimate."""
    low: float
    """Lower end of the 95% interval."""
    high: float
    """Upper end of the 95% interval."""


class Estimate(TypedDict):
    """An `Interval` as it is saved in results.json."""

    value: float
    low: float
    high: float


class Meeting(NamedTuple):
    """Games between two players that belong together, such as both from one start."""

    one: str
    """First player."""
    two: str
    """Second player."""
    wins: int
    """Games won by the first player."""
    games: int
    """Number of games."""


def wilson(wins: float, games: float) -> Interval | None:
    """Return the share of wins with Wilson's interval, accurate near 0 and 1.

    None if there are no games.
    """
    if not games:
        return None
    share, z2 = wins / games, Z * Z
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * math.sqrt(share * (1 - share) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def clustered(clusters: Iterable[tuple[int, int]]) -> Interval | None:
    """Return the share of wins with an interval for games that belong together.

    Each cluster has its wins and its games, such as all games from one start. The interval is
    Wilson's for as many independent games as the clusters are worth: the variance between
    clusters shows how many. A single cluster, or clusters that all agree, count once each.
    """
    known = [(wins, games) for wins, games in clusters if games]
    total = sum(games for _, games in known)
    if not total:
        return None
    share = sum(wins for wins, _ in known) / total
    spread = sum((wins - share * games) ** 2 for wins, games in known)
    count = len(known)
    if count > 1 and spread and 0 < share < 1:
        variance = spread / total**2 * count / (count - 1)
        effective = min(float(total), max(1.0, share * (1 - share) / variance))
    else:
        effective = float(count)
    return wilson(share * effective, effective)


def rate(
    players: Sequence[str], meetings: Sequence[Meeting], seed: int = 1, anchor: str | None = None
) -> dict[str, Interval]:
    """Return ratings with intervals, shifted so that `anchor` is 0, or else the mean.

    A player without games gets no rating. Each meeting is weighted as a whole, since two
    games from the same start carry less information than two from different starts.
    """
    met = {name for meeting in meetings for name in meeting[:2]}
    players = [name for name in players if name in met]
    if not players:
        return {}
    anchor = anchor if anchor in met else None
    best = _anchored(fit(players, meetings), anchor)
    rng, counts = Random(f"{seed}/bootstrap"), Counter(meetings)
    drawn: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(BOOTSTRAPS):
        weights = {meeting: rng.gammavariate(count, 1.0) for meeting, count in counts.items()}
        sample = _fit(players, weights, best, lambda: rng.gammavariate(0.5, 1.0))
        for name, rating in _anchored(sample, anchor).items():
            drawn[name].append(rating)
    return {name: bootstrap_interval(best[name], drawn[name]) for name in players}


def bootstrap_interval(value: float, drawn: Iterable[float]) -> Interval:
    """Return an estimate with the interval of 95% of its bootstrap samples."""
    ordered = sorted(drawn)
    low, high = ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered))]
    return Interval(value, min(low, value), max(high, value))


def _anchored(ratings: Mapping[str, float], anchor: str | None) -> dict[str, float]:
    zero = ratings[anchor] if anchor else sum(ratings.values()) / len(ratings)
    return {name: rating - zero for name, rating in ratings.items()}


def fit(players: Sequence[str], meetings: Sequence[Meeting]) -> dict[str, float]:
    """Return the maximum-likelihood ratings, with mean 0."""
    return _fit(players, Counter(meetings), None, lambda: 0.5)


def _fit(
    players: Sequence[str],
    weights: Mapping[Meeting, float],
    near: Mapping[str, float] | None,
    half: Callable[[], float],
) -> dict[str, float]:
    """Return the maximum-likelihood ratings by Newton's method, starting from `near`.

    Each meeting counts by its weight. Two players who met get one extra win each, of
    weight `half()`.
    """
    index = {name: number for number, name in enumerate(players)}
    size = len(players)
    wins = [[0.0] * size for _ in players]
    for meeting, weight in weights.items():
        one, two = index[meeting.one], index[meeting.two]
        wins[one][two] += weight * meeting.wins
        wins[two][one] += weight * (meeting.games - meeting.wins)
    for one, two in sorted({tuple(sorted((index[m.one], index[m.two]))) for m in weights}):
        wins[one][two] += max(LEAST_HALF, half())
        wins[two][one] += max(LEAST_HALF, half())
    strength = [near[name] / SCALE if near else 0.0 for name in players]
    for _ in range(MOST_NEWTON_STEPS):
        step = _newton_step(wins, strength)
        longest = max(1.0, *(abs(part) for part in step))
        strength = [s + part / longest for s, part in zip(strength, step, strict=True)]
        if max(abs(part) for part in step) < 1e-7:
            break
    mean = sum(strength) / size
    return {name: (strength[index[name]] - mean) * SCALE for name in players}


def _newton_step(wins: list[list[float]], strength: list[float]) -> list[float]:
    """Return the Newton step towards the maximum of the log-likelihood."""
    size = len(strength)
    gradient = [0.0] * size
    curve = [[1e-6 if row == column else 0.0 for column in range(size)] for row in range(size)]
    for one in range(size):
        for two in range(one):
            games = wins[one][two] + wins[two][one]
            if not games:
                continue
            chance = 1 / (1 + math.exp(strength[two] - strength[one]))
            push, weight = wins[one][two] - games * chance, games * chance * (1 - chance)
            gradient[one] += push
            gradient[two] -= push
            curve[one][one] += weight
            curve[two][two] += weight
            curve[one][two] -= weight
            curve[two][one] -= weight
    return _solve(curve, gradient)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by elimination; `matrix` must be positive definite."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(size):
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[below][column] -= factor * rows[pivot][column]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * solution[column] for column in range(row + 1, size))
        solution[row] = (rows[row][size] - known) / rows[row][row]
    return solution
