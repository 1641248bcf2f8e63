"""The games of a bench: everyone against the levels, from won and lost starts."""

from __future__ import annotations

from divisor_duel.arena.players import Entry, read_players
from divisor_duel.arena.schedule import Schedule, Terms, read_setups
from divisor_duel.arena.starts import SAMPLED
from divisor_duel.words.frozen import bench_games

FOLDER = "games"
"""Where the games lie inside the folder of a bench."""

ANCHORS = ("easy", "medium", "hard", "perfect")
"""The levels that everyone plays against."""

ROUNDS = {"small": 2, "medium": 4, "large": 8}
"""How often every game is played against each level, twice each time, by tier."""


def gauntlet(players: tuple[Entry, ...], tier: str, terms: Terms) -> Schedule:
    """The tournament of a tier."""
    levels = read_players([f"level-{name}={name}" for name in ANCHORS])
    setups = read_setups([name for name, _ in bench_games()], SAMPLED)
    against = frozenset(entry.name for entry in levels)
    return Schedule((*players, *levels), setups, ROUNDS[tier], terms, against)
