"""One position of a bench, and the random numbers that benches use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple, NotRequired, TypedDict

from divisor_duel.game import AnyGame, OptionValue
from divisor_duel.games.registry import set_up

OPEN, HELD_OUT = "open", "held-out"
"""Names of sets: the public one, and the second public one that Bench 1 has."""

SKILL_PART, RULES_PART = "skill", "rules"
"""The two parts of a bench: decisions, and wins in one move that show the rules are understood."""


class ItemObject(TypedDict):
    """A position of a bench as it is hashed and saved."""

    id: str
    game: str
    options: dict[str, OptionValue]
    played: list[int]
    winning: list[int]
    part: NotRequired[str]


class Item(NamedTuple):
    """One position of a set, with its winning moves."""

    id: str
    """Name within the set."""
    game: str
    """The game's id."""
    size: str
    """Which set-up of the game: book, middle or large; small, middle or large in Bench 2."""
    options: tuple[tuple[str, OptionValue], ...]
    """All options of the game."""
    played: tuple[int, ...]
    """The moves that lead to the position."""
    moves: int
    """Number of legal moves."""
    winning: tuple[int, ...]
    """The winning moves."""
    depth: str
    """Plies in which the win can be forced: 1, 3 or 5+; 1, 3, 5 or 7+ in Bench 2."""
    part: str = SKILL_PART
    """The part of the bench: `SKILL_PART` or `RULES_PART`."""
    missed: int = 0
    """How many of the levels easy, medium and hard missed it when the bench was made."""
    shuffle: str = ""
    """Seed of the order in which legal moves are listed; empty for ascending order."""

    def build(self) -> AnyGame:
        """Return the game with its options."""
        return set_up(self.game, dict(self.options))

    def listed(self, legal: Iterable[int]) -> tuple[int, ...]:
        """Return the legal moves in the order in which the question lists them."""
        return shuffled(legal, self.shuffle) if self.shuffle else tuple(legal)

    @property
    def chance(self) -> float:
        """Probability that a random move wins."""
        return len(self.winning) / self.moves

    @property
    def number(self) -> int:
        """The position's number within its family."""
        return int(self.id.rpartition("-")[2])

    @property
    def family(self) -> str:
        """The game, with its ending if that is not the usual one."""
        ending = dict(self.options).get("ending")
        return f"{self.game}-{ending}" if ending else self.game

    def as_object(self) -> ItemObject:
        """Return the question and its answers, as hashed by `hash_of`."""
        fields: ItemObject = {
            "id": self.id,
            "game": self.game,
            "options": dict(self.options),
            "played": list(self.played),
            "winning": list(self.winning),
        }
        return {**fields, "part": self.part} if self.shuffle else fields


class HashRandom:
    """A random number generator based on a hash: the same on every machine."""

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, 0

    def choice(self, moves: Sequence[int]) -> int:
        """Return one of the moves."""
        self._count += 1
        digest = sha256(f"{self._seed}/{self._count}".encode()).digest()
        return moves[int.from_bytes(digest[:8], "big") % len(moves)]


def shuffled(moves: Iterable[int], seed: str) -> tuple[int, ...]:
    """Return the moves in an order that depends on the seed alone."""
    return tuple(sorted(moves, key=lambda move: sha256(f"{seed}/{move}".encode()).digest()))


def hash_of(items: Iterable[Item]) -> str:
    """Return the hash of a set."""
    text = json.dumps([item.as_object() for item in items], sort_keys=True)
    return sha256(text.encode()).hexdigest()
