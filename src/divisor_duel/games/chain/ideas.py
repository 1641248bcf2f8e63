"""What there is to see in Chain, for hints, for levels that know it, and for puzzles."""

from __future__ import annotations

from random import Random

from divisor_duel.factors import is_prime
from divisor_duel.games.chain.rules import Chain, ChainPosition


def nudge(game: Chain, position: ChainPosition) -> str:
    """Where to look."""
    return "Look at the primes, and at every number that has only one neighbour left."


def idea(game: Chain, position: ChainPosition) -> str:
    """What decides it, without the move."""
    return (
        "Pair the numbers off, each with a factor or a multiple. Whoever can always answer with "
        "the partner never runs out: take a number that the pairs can leave over."
    )


def liked(game: Chain, position: ChainPosition) -> tuple[int, ...]:
    """The moves that are not prime: a prime mostly leaves the other a free choice of multiples."""
    moves = game.legal_moves(position)
    return tuple(move for move in moves if not is_prime(move)) or moves


def puzzle_options(rng: Random) -> dict[str, int]:
    """A set-up worth a puzzle."""
    return {"high": rng.randint(16, 40)}
