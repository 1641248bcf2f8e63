"""How many numbers a proof of Countdown's remoteness must visit at least.

Remoteness n means that the winner can end the game within n plies, and the loser can last n
plies. The first is proved with one move for each of the winner's numbers and all moves for
each of the loser's; the second the other way round. Here the one move is always a best one,
taken from the full table, which no search could know.
"""

from __future__ import annotations

from random import Random
from statistics import median

from benchmarks.measure import table
from divisor_duel.engine.clock import Clock
from divisor_duel.factors import proper_divisors
from divisor_duel.games.countdown.proofs import is_lost
from divisor_duel.games.countdown.solving.theory import RemotenessTable

SIZES = (3_000, 10_000, 30_000, 100_000)
SAMPLE = 5


def looked_at(start: int, plies: dict[int, int], hurried: bool) -> int:
    """Return how many numbers a proof visits.

    It proves that the winner can end the game in time if `hurried`, or else that the loser
    can last that long.
    """
    bounds: dict[int, int] = {}
    waiting = [(start, plies[start])]
    while waiting:
        number, bound = waiting.pop()
        known = bounds.get(number)
        if known is not None and (known <= bound if hurried else known >= bound):
            continue
        bounds[number] = bound
        lost = is_lost(number)
        after = [number - d for d in proper_divisors(number) if lost or is_lost(number - d)]
        if not after or (not hurried and bound <= 1):
            continue
        if hurried and not lost:
            after = [min(after, key=plies.__getitem__)]
        elif not hurried and lost:
            after = [max(after, key=plies.__getitem__)]
        waiting += [(remaining, bound - 1) for remaining in after]
    return len(bounds)


def run() -> None:
    """Print the share of all smaller numbers that each of the two proofs visits."""
    rng, whole = Random(1), RemotenessTable()
    known = whole.fill_up_to(SIZES[-1] * 11 // 10, Clock())
    plies = {number: whole.lookup(number, known) or 0 for number in range(1, known)}
    rows = []
    for size in SIZES:
        near = rng.sample(range(size, size * 11 // 10), 50)
        starts = [number for number in near if plies[number] > 3]
        shares = [
            median(looked_at(start, plies, hurried) / start for start in starts[:SAMPLE])
            for hurried in (True, False)
        ]
        rows.append((f"{size:,} to {size * 11 // 10:,}", *(f"{share:.0%}" for share in shares)))
    head = ("start", "the winner ends it", "the loser lasts")
    table("Countdown: numbers that a proof of its length visits, of all below", head, rows)
