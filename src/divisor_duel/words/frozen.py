"""The frozen positions of the bench: made by a recipe, kept as a seed and a hash.

Positions come from random games. A position is taken only if it is a decision:
some moves win, at least half of them lose. Which ones are taken depends on the
rules and on who wins, and on nothing else: a stronger engine makes the same set.
They are balanced, in turns, by how many moves there are, by whether one or several
win, and by how soon the win can be forced. Chance is drawn from a hash, not from a
library, so the set is the same for years; its own hash says so each time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from divisor_duel.errors import DuelError
from divisor_duel.game import BenchSetups, Game, OptionValue, Value
from divisor_duel.games.registry import GAMES, set_up
from divisor_duel.truth import values

VERSION = "1"
"""Scores of the same version compare, whenever they were made."""

TIERS = {"small": 6, "medium": 20, "large": 60}
"""How many positions there are of each size of each game."""

CANDIDATES = 8
"""How many positions are looked at for one that is taken."""

OPEN, HELD_OUT = "open", "held-out"
"""The two seeds: positions that anyone may print, and their twin against leakage."""

HASHES = {
    ("small", OPEN): "2798cd8204085de6c35de44afce72edef5657bc1743760b8947e4509df3fbab1",
    ("medium", OPEN): "6d6a2839e369638036274c4552fb92c43d0a60b4480ab78377b61b50070158f2",
    ("large", OPEN): "41d634b489abd78261058947858a7fd12895a153f0706d2a5e2d5542f2e02956",
    ("small", HELD_OUT): "36db754bfb687d9a514d77e44bbb59adbd0d05a4dd0021520c6adacee4f4e2d4",
    ("medium", HELD_OUT): "b5f4859b9dfcbe9eb2cd40d831f15164e58694cc51a98505c329149027752ef2",
    ("large", HELD_OUT): "0797d991cc142460c4118b13731996831735ce38794602e30e498e359134781c",
}
"""What each set is, for good."""


@dataclass(frozen=True)
class Item:
    """One position in which somebody is asked for a move."""

    id: str
    """Its name in the set."""
    game: str
    """The game's id."""
    size: str
    """Which of its set-ups: book, middle or large."""
    options: tuple[tuple[str, OptionValue], ...]
    """All options."""
    played: tuple[int, ...]
    """The moves that lead there."""
    moves: int
    """How many legal moves there are."""
    winning: tuple[int, ...]
    """Those that win."""
    depth: str
    """In how many plies the win can be forced: 1, 3, or 5+."""

    def build(self) -> Game[Any]:
        """The game."""
        return set_up(self.game, dict(self.options))

    @property
    def chance(self) -> float:
        """How likely a random move wins."""
        return len(self.winning) / self.moves

    def as_object(self) -> dict[str, Any]:
        """What the hash of a set is made of: the question and its answers."""
        return {
            "id": self.id,
            "game": self.game,
            "options": dict(self.options),
            "played": list(self.played),
            "winning": list(self.winning),
        }


class Chance:
    """Numbers drawn from a hash: the same everywhere and for ever."""

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, 0

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        self._count += 1
        digest = sha256(f"{self._seed}/{self._count}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % limit


def bench_games() -> Iterator[tuple[str, BenchSetups]]:
    """The games of this package that take part, with their set-ups by size."""
    for name, kind in GAMES.items():
        if kind.bench and kind.__module__.startswith("divisor_duel.games."):
            yield name, kind.bench


@lru_cache(maxsize=8)
def the_set(tier: str, seed: str = OPEN) -> tuple[Item, ...]:
    """All positions of a tier, made once."""
    return make_frozen(tier, seed)


def make_frozen(tier: str, seed: str) -> tuple[Item, ...]:
    """All positions of a tier; DuelError if this build does not make the frozen ones."""
    items = make(TIERS[tier], seed)
    expected = HASHES.get((tier, seed))
    if expected and hash_of(items) != expected:
        raise DuelError(f"this build makes other positions than bench {VERSION}, tier {tier}")
    return items


def make(count: int, seed: str) -> tuple[Item, ...]:
    """The positions of a seed: `count` of each size of each game.

    Those of the held-out seed are not among those of the open one.
    """
    taken: list[Item] = []
    for name, setups in bench_games():
        for size, options in setups.items():
            game = set_up(name, options)
            known = set(_open_positions(game, name, size, seed))
            found = _draw(game, f"{VERSION}/{seed}/{name}/{size}", count, known)
            taken += _items(game, size, found)
    return tuple(taken)


def decisions(game: Game[Any], count: int, seed: int | str) -> tuple[Item, ...]:
    """Positions of any set-up, taken as those of the bench are; fewer if there are not so many."""
    found = _draw(game, f"{seed}/{game.id}", count, set())
    if not found:
        raise DuelError(f"{game.title} has nothing to decide with these options: {game.options}")
    return tuple(_items(game, "own", found))


def _items(game: Game[Any], size: str, found: list[Found]) -> Iterator[Item]:
    options = tuple(game.options.items())
    for number, (played, wins, moves, depth) in enumerate(found, 1):
        called = f"{game.id}-{size}-{number}"
        yield Item(called, game.id, size, options, played, moves, wins, depth)


def _open_positions(game: Game[Any], name: str, size: str, seed: str) -> Iterator[Any]:
    """What a held-out set must not have: the open positions of the largest tier."""
    if seed == OPEN or size == "book":  # all of a small set-up can be remembered anyway
        return
    for item in the_set("large", OPEN):
        if (item.game, item.size) == (name, size):
            *_, position = game.positions(item.played)
            yield position


def hash_of(items: tuple[Item, ...]) -> str:
    """The fingerprint of a set."""
    text = json.dumps([item.as_object() for item in items], sort_keys=True)
    return sha256(text.encode()).hexdigest()


Found = tuple[tuple[int, ...], tuple[int, ...], int, str]
"""Moves that lead to a position, those that win there, how many there are, and the depth."""


def _draw(game: Game[Any], seed: str, count: int, known: set[Any]) -> list[Found]:
    """Decisions from random games, of each kind in turns."""
    chance, kinds, seen = Chance(seed), defaultdict[tuple[str, ...], list[Found]](list), set(known)
    looked = 0
    for _ in range(40 * count):
        for played, position in _random_game(game, chance):
            if position in seen:
                continue
            seen.add(position)
            found = _decision(game, position, played)
            if found:
                kinds[_kind(found)].append(found)
                looked += 1
        if looked >= CANDIDATES * count:
            break
    taken: list[Found] = []
    while len(taken) < count and kinds:
        for kind in sorted(kinds):
            if len(taken) < count:
                taken.append(kinds[kind].pop(0))
            if not kinds[kind]:
                del kinds[kind]
    return taken


def _random_game(game: Game[Any], chance: Chance) -> list[tuple[tuple[int, ...], Any]]:
    """Every position of one random game with the moves that lead there."""
    position, played = game.start(), list[int]()
    passed = []
    while legal := game.legal_moves(position):
        passed.append((tuple(played), position))
        played.append(legal[chance.below(len(legal))])
        position = game.play(position, played[-1])
    return passed


def _decision(game: Game[Any], position: Any, played: tuple[int, ...]) -> Found | None:
    """A position as an item, if some moves win there and at least half of them do not."""
    worth = values(game, position)
    wins = tuple(sorted(move for move, value in worth.items() if value is Value.WIN))
    if not 0 < len(wins) <= len(worth) / 2:
        return None
    return played, wins, len(worth), _depth(game, position, wins)


def _kind(found: Found) -> tuple[str, ...]:
    _, wins, moves, depth = found
    many = "few" if moves < 5 else "some" if moves < 10 else "many"
    return many, "one" if len(wins) == 1 else "several", depth


def _depth(game: Game[Any], position: Any, wins: tuple[int, ...]) -> str:
    """How soon a win can be forced, looked up to three plies ahead by the rules alone."""
    after = [game.play(position, move) for move in wins]
    if any(game.outcome(one) for one in after):
        return "1"
    for one in after:
        replies = (game.play(one, reply) for reply in game.legal_moves(one))
        if all(_wins_at_once(game, reply) for reply in replies):
            return "3"
    return "5+"


def _wins_at_once(game: Game[Any], position: Any) -> bool:
    """Whether the player to move can end the game with a win now."""
    mover = position.to_move
    for move in game.legal_moves(position):
        outcome = game.outcome(game.play(position, move))
        if outcome and outcome.winner == mover:
            return True
    return False
