"""Divider Duel on the page: the state sent to it, so that it computes no rule."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from divisor_duel.engine import Engine
from divisor_duel.factors import factorize, is_prime
from divisor_duel.games.divider.proofs import Answers, Groups, Mirror, Pairing
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import members, multiples, span
from divisor_duel.play.match import Round
from divisor_duel.proof import Answered, Proof, Tree, partners
from divisor_duel.web.game.view import GamePage
from divisor_duel.web.schema.analysis import Group, ProofDrawing

LIMITS = {"high": 400}
"""Largest option values on a page: no board could show more."""

DRAWN = 60
"""Most numbers in a list whose divisibility lines are drawn: more would be unreadable."""

PROOF_SECONDS = 0.5
"""Time limit for finding the nim-values of the groups, in seconds."""


class DividerView(Struct):
    """Divider Duel: the list, and what each move would remove."""

    numbers: tuple[int, ...]
    left: tuple[int, ...]
    sweeps: dict[str, tuple[int, ...]]
    ranks: tuple[int, ...]
    """The count of prime factors of each number: its row in a drawing."""
    covers: list[tuple[int, int]]
    """Pairs of numbers left, the second a prime times the first: the lines of a drawing."""
    swept: tuple[int, ...]
    """The number last taken and all its multiples."""


def view(played: Round[DividerPosition], legal: tuple[int, ...]) -> DividerView:
    """Return the list, and what each move would remove."""
    game = played.game
    assert isinstance(game, Divider)
    left = played.position.left
    lines = covers(game.low, game.high) if game.high - game.low < DRAWN else ()
    return DividerView(
        numbers=members(span(game.low, game.high)),
        left=members(left),
        sweeps={str(move): members(left & multiples(move, game.high)) for move in legal},
        ranks=ranks(game.low, game.high),
        covers=[(one, two) for one, two in lines if left >> one & left >> two & 1],
        swept=members(multiples(played.moves[-1], game.high)) if played.moves else (),
    )


@lru_cache(maxsize=64)
def ranks(low: int, high: int) -> tuple[int, ...]:
    """Return the count of prime factors of each number."""
    return tuple(sum(factorize(number).values()) for number in range(low, high + 1))


@lru_cache(maxsize=64)
def covers(low: int, high: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of numbers of which the second is a prime times the first."""
    return tuple(
        (one, two)
        for one in range(low, high + 1)
        for two in range(2 * one, high + 1, one)
        if is_prime(two // one)
    )


def drawing(
    game: Divider, lost: DividerPosition, proof: Proof | None, after: int | None, engine: Engine
) -> ProofDrawing:
    """Return what the board draws of a proof: the winner's answers, and the groups.

    Groups are numbers that no move joins, each with its nim-value. If the proof names none,
    `engine` computes them: their nim-values cancel in any lost position.
    """
    rest = proof.rest or proof if isinstance(proof, Mirror | Pairing) else proof
    valued: Iterable[tuple[tuple[int, ...], int | None]]
    if isinstance(rest, Groups):
        valued = rest.groups
    else:
        from divisor_duel.games.divider.solving.theory import valued_groups

        valued = valued_groups(game, lost, engine, PROOF_SECONDS)
    return ProofDrawing(
        answers=_answers(proof, rest) or None,
        groups=[Group(numbers, nim) for numbers, nim in valued],
        after=after,
    )


def _answers(proof: Proof | None, rest: Proof | None) -> dict[int, int]:
    """Return the answer to each number: its partner, or the one the proof names."""
    paired = dict[int, int]()
    for part in (proof, rest):
        if isinstance(part, Pairing):
            paired |= partners(part.pairs)
        elif isinstance(part, Mirror | Answers):
            paired |= partners(pair for step in part.steps for pair in step)
    if isinstance(rest, Tree):
        return paired | rest.answers()
    return paired | dict(rest.answers if isinstance(rest, Answers | Answered) else ())


PAGE = GamePage[Divider, DividerPosition, DividerView](
    DividerView, view, limits=LIMITS, proof=drawing
)
