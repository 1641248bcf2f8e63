"""Start positions of games: the start of a set-up, or sampled positions.

Sampled starts come from random games. Each round uses the next kind of start (won or
lost, few or many winning moves), so all kinds occur equally often. No sampled start can
be decided in one move.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from divisor_duel.game import AnyGame, Position, Value
from divisor_duel.play.random_games import random_game
from divisor_duel.questions.exact_values import values

KINDS = ("one winning move", "lost", "two or three winning moves", "more winning moves")
"""Kinds of starts for the player to move; each round of sampled starts uses the next one."""

MOST_GAMES = 60
"""Limit on the random games searched for a start of one kind."""


@lru_cache(maxsize=4096)
def sample(game: AnyGame, seed: int, number: int) -> tuple[int, ...]:
    """Return the start of a round (cached)."""
    return find_start(game, seed, number)


def find_start(game: AnyGame, seed: int, number: int) -> tuple[int, ...]:
    """Return the moves that lead to the start of a round; they are reproducible.

    If no start of the round's kind is found, one of another kind is used.
    """
    rng = Random(f"{seed}/start/{game}/{number}")
    wanted = KINDS[number % len(KINDS)]
    fallback: tuple[int, ...] = ()
    for _ in range(MOST_GAMES):
        for moves, kind in _random_starts(game, rng):
            if kind == wanted:
                return moves
            fallback = fallback or moves
    return fallback


def _random_starts(game: AnyGame, rng: Random) -> list[tuple[tuple[int, ...], str]]:
    """Return the possible starts in one random game, in random order."""
    starts: list[tuple[tuple[int, ...], str]] = []
    for turn in random_game(game, rng):
        kind = kind_of(game, turn.position)
        if kind:
            starts.append((turn.moves, kind))
    rng.shuffle(starts)
    return starts


def kind_of(game: AnyGame, position: Position) -> str | None:
    """Return the kind of a start.

    None if one move may decide the game, if every move wins, or if values are unknown.
    """
    legal = game.legal_moves(position)
    if len(legal) < 2 or any(game.outcome(game.play(position, move)) for move in legal):
        return None
    worth = list(values(game, position).values())
    if Value.UNKNOWN in worth:
        return None
    count = worth.count(Value.WIN)
    if count == len(worth):
        return None  # the player to move cannot go wrong
    return KINDS[1] if count == 0 else KINDS[0] if count == 1 else KINDS[2 if count < 4 else 3]
