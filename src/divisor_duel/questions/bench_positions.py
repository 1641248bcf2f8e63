"""The positions of each bench: frozen, and checked by a hash.

Bench 2 ships as data: `bench_selection` chose its positions once, with the seed `SEED`, and
`python -m divisor_duel.questions.bench_positions FILE` chooses them again. A tier has the
first positions of each family, so a larger tier contains the smaller ones. Bench 1 stays
available, so that old results can be checked and runs be finished.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, convert, to_builtins

from divisor_duel.errors import DuelError
from divisor_duel.game import OptionValue, Position
from divisor_duel.questions import bench_one
from divisor_duel.questions.bench_item import HELD_OUT, OPEN, RULES_PART, Item, hash_of
from divisor_duel.questions.bench_selection import select
from divisor_duel.questions.reserved import canonical_form

VERSION = "2"
"""Version of the bench: scores of the same version can be compared."""

VERSIONS = (VERSION, bench_one.VERSION)
"""All versions that can be run."""

SEED = "divisor-duel/bench/2"
"""The seed from which Bench 2 was chosen."""

WHY_SUPERSEDED = (
    "Bench 1 is superseded: rules of thumb score well on it, a quarter of its positions are wins "
    "in one move, and its held-out set has a public seed."
)


class TierSize(NamedTuple):
    """How many positions a tier of Bench 2 has."""

    skill: int
    """Positions in each family of the skill part."""
    rules: int
    """Positions about the rules of each game."""


TIERS = {"small": TierSize(40, 3), "medium": TierSize(70, 5), "large": TierSize(120, 12)}
"""The tiers of Bench 2. Those of Bench 1 have the same names."""

HASHES = {
    "small": "c6b05913b675bb80740ae11cec3eb1ddd169309ace97ba4c5b7d6da88a2e0ce9",
    "medium": "45085de9ce5b2a91832f3ff32c8b7f9b24257654d151157d09ee4a701ec88b2f",
    "large": "906f881e2d96bd7768054c5e204fa798054f91b7a217c09efc375ca53b2ded2f",
}
"""Expected hash of each tier of Bench 2; these never change."""

DATA_FILE = files("divisor_duel.questions") / "bench2.json"
"""The positions of Bench 2, a file of this package."""


class PositionSet(NamedTuple):
    """A set of positions with its name."""

    version: str
    """Version of the bench."""
    tier: str
    """Size of the set."""
    seed: str
    """`OPEN`, `HELD_OUT` (only in Bench 1), or the name of a secret set."""
    items: tuple[Item, ...]
    """The positions."""

    @property
    def hash(self) -> str:
        """The hash of the positions."""
        return hash_of(self.items)


@lru_cache(maxsize=8)
def position_set(tier: str = "small", seed: str = OPEN, version: str = VERSION) -> PositionSet:
    """Return a set by its name (cached); DuelError if there is none of that name."""
    if version == bench_one.VERSION and tier in bench_one.TIERS and seed in (OPEN, HELD_OUT):
        return PositionSet(version, tier, seed, bench_one.tier_positions(tier, seed))
    if version == VERSION and tier in TIERS and seed == OPEN:
        return PositionSet(version, tier, seed, checked(tier, frozen_items()))
    raise DuelError(f"bench {version} has no set {seed} of tier {tier}")


def checked(tier: str, items: Iterable[Item]) -> tuple[Item, ...]:
    """Return a tier of Bench 2; DuelError if its hash is not the expected one."""
    chosen = in_tier(items, TIERS[tier])
    if hash_of(chosen) != HASHES[tier]:
        raise DuelError(f"this build has other positions than bench {VERSION}, tier {tier}")
    return chosen


def in_tier(items: Iterable[Item], size: TierSize) -> tuple[Item, ...]:
    """Return the positions of a tier: the first ones of each family."""
    return tuple(
        item
        for item in items
        if item.number <= (size.rules if item.part == RULES_PART else size.skill)
    )


class ItemRow(Struct):
    """A position as it is saved, with all that `Item` has."""

    id: str
    game: str
    size: str
    options: dict[str, OptionValue]
    played: tuple[int, ...]
    moves: int
    winning: tuple[int, ...]
    depth: str
    part: str
    missed: int
    shuffle: str


def rows_of(items: Iterable[Item]) -> list[Mapping[str, object]]:
    """Return positions as JSON values."""
    rows = (ItemRow(**{**item._asdict(), "options": dict(item.options)}) for item in items)
    return [to_builtins(row) for row in rows]


def items_of_rows(rows: object) -> tuple[Item, ...]:
    """Return the positions in JSON values; ValueError if they are none."""
    return tuple(
        Item(
            row.id,
            row.game,
            row.size,
            tuple(row.options.items()),
            row.played,
            row.moves,
            row.winning,
            row.depth,
            row.part,
            row.missed,
            row.shuffle,
        )
        for row in convert(rows, list[ItemRow])
    )


@lru_cache(maxsize=1)
def frozen_items() -> tuple[Item, ...]:
    """Return all positions of Bench 2, as they ship."""
    return items_of_rows(json.loads(DATA_FILE.read_bytes()))


def position_of(item: Item) -> Position:
    """Return the position of an item."""
    position: Position
    *_, position = item.build().positions(item.played)
    return position


@lru_cache(maxsize=1)
def open_forms() -> frozenset[str]:
    """Return the canonical forms of all open positions: no secret set asks these for skill."""
    return frozenset(canonical_form(item.build(), position_of(item)) for item in frozen_items())


def make_set(tier: str, seed: str, taken: Iterable[str] = ()) -> tuple[Item, ...]:
    """Choose the positions of a tier from a seed, without the forms in `taken`."""
    return select(seed, TIERS[tier].skill, TIERS[tier].rules, taken)


def main() -> None:
    """Choose the positions of Bench 2 again, which takes minutes, and write them to a file."""
    items = make_set("large", SEED)
    lines = ",\n".join(json.dumps(row) for row in rows_of(items))
    Path(sys.argv[1]).write_text(f"[\n{lines}\n]\n")
    for tier, size in TIERS.items():
        print(tier, len(in_tier(items, size)), hash_of(in_tier(items, size)))


if __name__ == "__main__":
    main()
