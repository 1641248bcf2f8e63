"""Where games begin: at the start of a set-up, or in positions worth playing.

Sampled starts come from random games. They are drawn by what they are worth and
by how many moves win, in turns, so that no kind of position drowns the others,
and none of them is decided in one move.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from divisor_duel.arena.exact import values
from divisor_duel.game import Game, Value

FAIR, RULEBOOK, SAMPLED = "fair", "rulebook", "sampled"
WAYS = (SAMPLED, FAIR, RULEBOOK)

KINDS = ("one winning move", "lost", "two or three winning moves", "more winning moves")
"""What the player to move faces; each round of sampled starts is of the next kind."""

MOST_GAMES = 60
"""How many random games are looked through for a start of one kind."""


@lru_cache(maxsize=4096)
def sample(game: Game[Any], seed: int, number: int) -> tuple[int, ...]:
    """The start of a round, looked for once."""
    return find_start(game, seed, number)


def find_start(game: Game[Any], seed: int, number: int) -> tuple[int, ...]:
    """The moves that lead to the start of a round: the same for the same seed and number."""
    rng = Random(f"{seed}/start/{game}/{number}")
    wanted = KINDS[number % len(KINDS)]
    spare: tuple[int, ...] = ()
    for _ in range(MOST_GAMES):
        found = _look_through(game, rng)
        for moves, kind in found:
            if kind == wanted:
                return moves
            spare = spare or moves
    return spare


def _look_through(game: Game[Any], rng: Random) -> list[tuple[tuple[int, ...], str]]:
    """The positions of one random game that are worth starting from, in random order."""
    position, moves = game.start(), list[int]()
    found: list[tuple[tuple[int, ...], str]] = []
    while legal := game.legal_moves(position):
        kind = kind_of(game, position)
        if kind:
            found.append((tuple(moves), kind))
        moves.append(rng.choice(legal))
        position = game.play(position, moves[-1])
    rng.shuffle(found)
    return found


def kind_of(game: Game[Any], position: Any) -> str | None:
    """Which kind of start a position is; None if it is decided in one move or not known."""
    legal = game.legal_moves(position)
    if len(legal) < 2 or any(game.outcome(game.play(position, move)) for move in legal):
        return None
    worth = list(values(game, position).values())
    if Value.UNKNOWN in worth:
        return None
    count = worth.count(Value.WIN)
    if count == len(worth):
        return None  # nothing can go wrong there
    return KINDS[1] if count == 0 else KINDS[0] if count == 1 else KINDS[2 if count < 4 else 3]
