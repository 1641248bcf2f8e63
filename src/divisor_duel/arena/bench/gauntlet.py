"""The games of a bench: every player against the levels, from won and lost starts."""

from __future__ import annotations

from divisor_duel.arena.players.entries import Entry, read_players
from divisor_duel.arena.players.terms import SAMPLED, Terms
from divisor_duel.arena.run.schedule import Schedule, read_setups
from divisor_duel.questions.bench_one import bench_games

FOLDER = "games"
"""Name of the subfolder with the games, inside the folder of a bench."""

ANCHORS = ("easy", "medium", "hard", "perfect")
"""The levels that every player plays against."""

ROUNDS = {"small": 2, "medium": 4, "large": 8}
"""Rounds by tier; in each, a player meets each level twice in every game."""


def gauntlet(
    players: tuple[Entry, ...], tier: str, terms: Terms, clustered: bool = True
) -> Schedule:
    """Return the schedule of a tier; the games of Bench 1 are not `clustered`."""
    levels = read_players([f"level-{name}={name}" for name in ANCHORS])
    setups = read_setups([name for name, _ in bench_games()], SAMPLED)
    against = frozenset(entry.name for entry in levels)
    return Schedule((*players, *levels), setups, ROUNDS[tier], terms, against, clustered)
