"""Bench 1, which Bench 2 supersedes: its recipe, so that old results can be checked.

Rules of thumb score well on it: taking the largest odd divisor is right on every position
of Countdown, and the first legal move of the ascending list is right on nine of ten
positions of Ladder. Its seeds are public, so its held-out set is not held out.

The set is a recipe, a seed and a hash, which is checked every time the set is made. Random
numbers come from a hash, not from a library. The choice depends only on the rules and on
which moves win, so a stronger engine makes the same set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from divisor_duel.errors import DuelError
from divisor_duel.game import AnyGame, BenchSetups, Position
from divisor_duel.games.registry import GAMES, OWN_GAMES, set_up
from divisor_duel.questions.bench_item import HELD_OUT, OPEN, Item, hash_of
from divisor_duel.questions.random_decisions import draw, items_of

VERSION = "1"
"""Version of the bench: scores of the same version can be compared."""

TIERS = {"small": 6, "medium": 20, "large": 60}
"""Positions for each size of each game, by tier."""

HASHES = {
    ("small", OPEN): "2798cd8204085de6c35de44afce72edef5657bc1743760b8947e4509df3fbab1",
    ("medium", OPEN): "6d6a2839e369638036274c4552fb92c43d0a60b4480ab78377b61b50070158f2",
    ("large", OPEN): "41d634b489abd78261058947858a7fd12895a153f0706d2a5e2d5542f2e02956",
    ("small", HELD_OUT): "36db754bfb687d9a514d77e44bbb59adbd0d05a4dd0021520c6adacee4f4e2d4",
    ("medium", HELD_OUT): "b5f4859b9dfcbe9eb2cd40d831f15164e58694cc51a98505c329149027752ef2",
    ("large", HELD_OUT): "0797d991cc142460c4118b13731996831735ce38794602e30e498e359134781c",
}
"""Expected hash of each set; these never change within a version."""


def bench_games() -> Iterator[tuple[str, BenchSetups]]:
    """Yield each built-in game that takes part in the bench, with its set-ups by size."""
    for name in OWN_GAMES:
        if GAMES[name].bench:
            yield name, GAMES[name].bench


@lru_cache(maxsize=8)
def tier_positions(tier: str, seed: str = OPEN) -> tuple[Item, ...]:
    """Return all positions of a tier (cached)."""
    return make_checked_set(tier, seed)


def make_checked_set(tier: str, seed: str) -> tuple[Item, ...]:
    """Make all positions of a tier; DuelError if their hash is not the expected one."""
    items = make_set(TIERS[tier], seed)
    expected = HASHES.get((tier, seed))
    if expected and hash_of(items) != expected:
        raise DuelError(f"this build makes other positions than bench {VERSION}, tier {tier}")
    return items


def make_set(count: int, seed: str) -> tuple[Item, ...]:
    """Make the positions of a seed: `count` for each size of each game.

    A held-out set has no position of the open one.
    """
    items: list[Item] = []
    for name, setups in bench_games():
        for size, options in setups.items():
            game = set_up(name, options)
            excluded = set(_open_positions(game, name, size, seed))
            drawn = draw(game, f"{VERSION}/{seed}/{name}/{size}", count, excluded.__contains__)
            items += items_of(game, size, drawn)
    return tuple(items)


def _open_positions(game: AnyGame, name: str, size: str, seed: str) -> Iterator[Position]:
    """Yield the positions a held-out set must avoid: the open ones, largest tier."""
    if seed == OPEN or size == "book":  # a model can memorise a whole small set-up anyway
        return
    for item in tier_positions("large", OPEN):
        if (item.game, item.size) == (name, size):
            *_, position = game.positions(item.played)
            yield position
