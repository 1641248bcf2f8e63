"""The frozen positions of the bench: generated from a seed and checked by a hash.

Positions come from random games. A position is used only if it is a decision: some
moves win, and at least half of them lose. The choice depends only on the rules and on
which moves win, so a stronger engine makes the same set. Positions are taken in turn
from groups by number of legal moves, by whether one or several moves win, and by how
soon the win can be forced. Random numbers come from a hash, not from a library, so the
set stays the same for years; its own hash is checked every time it is made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from divisor_duel.batch.exact_values import values
from divisor_duel.errors import DuelError
from divisor_duel.game import AnyGame, BenchSetups, OptionValue, Position, Value
from divisor_duel.games.registry import GAMES, OWN_GAMES, set_up
from divisor_duel.play.random_games import random_game

VERSION = "1"
"""Version of the bench: scores of the same version can be compared."""

TIERS = {"small": 6, "medium": 20, "large": 60}
"""Positions for each size of each game, by tier."""

CANDIDATES = 8
"""Candidate positions to collect for each position used."""

OPEN, HELD_OUT = "open", "held-out"
"""The two seeds: the public set, and a second set in case models were trained on the first."""

HASHES = {
    ("small", OPEN): "2798cd8204085de6c35de44afce72edef5657bc1743760b8947e4509df3fbab1",
    ("medium", OPEN): "6d6a2839e369638036274c4552fb92c43d0a60b4480ab78377b61b50070158f2",
    ("large", OPEN): "41d634b489abd78261058947858a7fd12895a153f0706d2a5e2d5542f2e02956",
    ("small", HELD_OUT): "36db754bfb687d9a514d77e44bbb59adbd0d05a4dd0021520c6adacee4f4e2d4",
    ("medium", HELD_OUT): "b5f4859b9dfcbe9eb2cd40d831f15164e58694cc51a98505c329149027752ef2",
    ("large", HELD_OUT): "0797d991cc142460c4118b13731996831735ce38794602e30e498e359134781c",
}
"""Expected hash of each set; these never change within a version."""


@dataclass(frozen=True)
class Item:
    """One position of a set, with its winning moves."""

    id: str
    """Name within the set."""
    game: str
    """The game's id."""
    size: str
    """Which set-up of the game: book, middle or large."""
    options: tuple[tuple[str, OptionValue], ...]
    """All options of the game."""
    played: tuple[int, ...]
    """The moves that lead to the position."""
    moves: int
    """Number of legal moves."""
    winning: tuple[int, ...]
    """The winning moves."""
    depth: str
    """Plies in which the win can be forced: 1, 3 or 5+."""

    def build(self) -> AnyGame:
        """Return the game with its options."""
        return set_up(self.game, dict(self.options))

    @property
    def chance(self) -> float:
        """Probability that a random move wins."""
        return len(self.winning) / self.moves

    def as_object(self) -> dict[str, Any]:
        """Return the question and its answers, as hashed by `hash_of`."""
        return {
            "id": self.id,
            "game": self.game,
            "options": dict(self.options),
            "played": list(self.played),
            "winning": list(self.winning),
        }


class HashRandom:
    """A random number generator based on a hash: the same on every machine."""

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, 0

    def choice(self, moves: Sequence[int]) -> int:
        """Return one of the moves."""
        self._count += 1
        digest = sha256(f"{self._seed}/{self._count}".encode()).digest()
        return moves[int.from_bytes(digest[:8], "big") % len(moves)]


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
            drawn = _draw(game, f"{VERSION}/{seed}/{name}/{size}", count, excluded)
            items += _items(game, size, drawn)
    return tuple(items)


def decisions(game: AnyGame, count: int, seed: int | str) -> tuple[Item, ...]:
    """Return up to `count` positions of any set-up, chosen like those of the bench."""
    drawn = _draw(game, f"{seed}/{game.id}", count, set())
    if not drawn:
        raise DuelError(f"{game.title} has nothing to decide with these options: {game.options}")
    return tuple(_items(game, "own", drawn))


def _items(game: AnyGame, size: str, drawn: list[Decision]) -> Iterator[Item]:
    options = tuple(game.options.items())
    for number, (played, wins, moves, depth) in enumerate(drawn, 1):
        name = f"{game.id}-{size}-{number}"
        yield Item(name, game.id, size, options, played, moves, wins, depth)


def _open_positions(game: AnyGame, name: str, size: str, seed: str) -> Iterator[Any]:
    """Yield the positions a held-out set must avoid: the open ones, largest tier."""
    if seed == OPEN or size == "book":  # a model can memorise a whole small set-up anyway
        return
    for item in tier_positions("large", OPEN):
        if (item.game, item.size) == (name, size):
            *_, position = game.positions(item.played)
            yield position


def hash_of(items: tuple[Item, ...]) -> str:
    """Return the hash of a set."""
    text = json.dumps([item.as_object() for item in items], sort_keys=True)
    return sha256(text.encode()).hexdigest()


Decision = tuple[tuple[int, ...], tuple[int, ...], int, str]
"""A decision: the moves that lead to it, its winning moves, its number of moves and its depth."""


def _draw(game: AnyGame, seed: str, count: int, excluded: set[Any]) -> list[Decision]:
    """Draw decisions from random games, taking each kind in turn."""
    chance, seen = HashRandom(seed), set(excluded)
    kinds = defaultdict[tuple[str, ...], list[Decision]](list)
    candidates = 0
    for _ in range(40 * count):
        for played, position, _ in random_game(game, chance):
            if position in seen:
                continue
            seen.add(position)
            decision = _decision(game, position, played)
            if decision:
                kinds[_kind(decision)].append(decision)
                candidates += 1
        if candidates >= CANDIDATES * count:
            break
    chosen: list[Decision] = []
    while len(chosen) < count and kinds:
        for kind in sorted(kinds):
            if len(chosen) < count:
                chosen.append(kinds[kind].pop(0))
            if not kinds[kind]:
                del kinds[kind]
    return chosen


def _decision(game: AnyGame, position: Position, played: tuple[int, ...]) -> Decision | None:
    """Return the decision; None unless some moves win and at least half do not."""
    worth = values(game, position)
    wins = tuple(sorted(move for move, value in worth.items() if value is Value.WIN))
    if not 0 < len(wins) <= len(worth) / 2:
        return None
    return played, wins, len(worth), _depth(game, position, wins)


def _kind(decision: Decision) -> tuple[str, ...]:
    _, wins, moves, depth = decision
    many = "few" if moves < 5 else "some" if moves < 10 else "many"
    return many, "one" if len(wins) == 1 else "several", depth


def _depth(game: AnyGame, position: Position, wins: tuple[int, ...]) -> str:
    """Return how soon a win can be forced, from a three-ply search without engine."""
    afters = [game.play(position, move) for move in wins]
    if any(game.outcome(after) for after in afters):
        return "1"
    for after in afters:
        replies = (game.play(after, reply) for reply in game.legal_moves(after))
        if all(_wins_at_once(game, reply) for reply in replies):
            return "3"
    return "5+"


def _wins_at_once(game: AnyGame, position: Position) -> bool:
    """Return whether the player to move can win with the next move."""
    mover = position.to_move
    for move in game.legal_moves(position):
        outcome = game.outcome(game.play(position, move))
        if outcome and outcome.winner == mover:
            return True
    return False
