"""Divisor Duel Bench: one score for an agent's skill, measured against exact play.

The score comes from a frozen set of positions, each asked once and graded exactly: 1 is
perfect, 0 is what random moves get. A gauntlet of games against the levels is reported
next to it.
"""

from divisor_duel.arena.bench.run import BenchFolder, QuestionTask
from divisor_duel.arena.bench.scores import grade, results
from divisor_duel.questions.bench_positions import TIERS, VERSION, Item, tier_positions

__all__ = [
    "TIERS",
    "VERSION",
    "BenchFolder",
    "Item",
    "QuestionTask",
    "grade",
    "results",
    "tier_positions",
]
