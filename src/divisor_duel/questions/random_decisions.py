"""Decisions drawn from random games: some moves win, and at least half of them lose.

Bench 1 and `questions()` take their positions from here. They are taken in turn from
groups by number of legal moves, by whether one or several moves win, and by how soon the
win can be forced.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from divisor_duel.batch.exact_values import values
from divisor_duel.errors import DuelError
from divisor_duel.game import AnyGame, Position, Value
from divisor_duel.play.random_games import random_game
from divisor_duel.questions.bench_item import HashRandom, Item
from divisor_duel.questions.reserved import is_reserved

CANDIDATES = 8
"""Candidate positions to collect for each position used."""

Excluded = Callable[[Position], bool]
"""Says whether a position must not be used."""


class Decision(NamedTuple):
    """A position in which the move matters."""

    played: tuple[int, ...]
    """The moves that lead to it."""
    wins: tuple[int, ...]
    """Its winning moves."""
    moves: int
    """Number of legal moves."""
    depth: str
    """Plies in which the win can be forced: 1, 3 or 5+."""

    @property
    def kind(self) -> tuple[str, ...]:
        """The group of the decision."""
        many = "few" if self.moves < 5 else "some" if self.moves < 10 else "many"
        return many, "one" if len(self.wins) == 1 else "several", self.depth


def decisions(game: AnyGame, count: int, seed: int | str) -> tuple[Item, ...]:
    """Return up to `count` decisions of any set-up, none of them reserved for benches."""
    drawn = draw(game, f"{seed}/{game.id}", count, lambda position: is_reserved(game, position))
    if not drawn:
        raise DuelError(f"{game.title} has nothing to decide with these options: {game.options}")
    return tuple(items_of(game, "own", drawn))


def items_of(game: AnyGame, size: str, drawn: list[Decision]) -> Iterator[Item]:
    """Yield decisions as numbered items."""
    options = tuple(game.options.items())
    for number, (played, wins, moves, depth) in enumerate(drawn, 1):
        name = f"{game.id}-{size}-{number}"
        yield Item(name, game.id, size, options, played, moves, wins, depth)


def draw(game: AnyGame, seed: str, count: int, excluded: Excluded) -> list[Decision]:
    """Draw decisions from random games, taking each kind in turn."""
    chance, seen = HashRandom(seed), set[Position]()
    kinds = defaultdict[tuple[str, ...], list[Decision]](list)
    candidates = 0
    for _ in range(40 * count):
        for played, position, _ in random_game(game, chance):
            if position in seen or excluded(position):
                continue
            seen.add(position)
            decision = _decision(game, position, played)
            if decision:
                kinds[decision.kind].append(decision)
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
    return Decision(played, wins, len(worth), _depth(game, position, wins))


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
