"""Divider Duel: what the page is told, so that it need not compute any rule."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from divisor_duel.factors import factorize, is_prime
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.parts import Page
from divisor_duel.numbers import members, multiples, span
from divisor_duel.play.match import Round
from divisor_duel.proof import TREE, answers, swapped
from divisor_duel.proof import Proof as Why
from divisor_duel.web.schema.analysis import Group, Proof

LIMITS = {"high": 400}
"""Larger set-ups are not played on a page: no board could show them."""

DRAWN = 60
"""Of longer lists no lines are drawn: nobody could follow them."""

PROOF_SECONDS = 0.5
"""How long the nim-values may take."""


class DividerView(Struct):
    """Divider Duel: the list, and what each move would sweep away."""

    numbers: tuple[int, ...]
    left: tuple[int, ...]
    sweeps: dict[str, tuple[int, ...]]
    ranks: tuple[int, ...]
    """How many primes multiply to each of the numbers: the rows of a drawing."""
    covers: list[tuple[int, int]]
    """Numbers left, the second a prime times the first: the lines of a small drawing."""
    swept: tuple[int, ...]
    """What the last move took, all that it divides."""


def view(played: Round, legal: tuple[int, ...]) -> DividerView:
    """The list, and what each move would sweep away."""
    game: Any = played.game
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
    """How many primes multiply to each number."""
    return tuple(sum(factorize(number).values()) for number in range(low, high + 1))


@lru_cache(maxsize=64)
def covers(low: int, high: int) -> tuple[tuple[int, int], ...]:
    """Each number with each prime times it."""
    return tuple(
        (one, two)
        for one in range(low, high + 1)
        for two in range(2 * one, high + 1, one)
        if is_prime(two // one)
    )


def proof(game: Divider, lost: DividerPosition, why: Why | None, after: int | None) -> Proof:
    """What the reason tells: which numbers copy which, and the groups that no move joins with
    their nim-values. Where it tells of no groups they are worked out: they cancel all the same.
    """
    told: Why = why or {}
    rest: Why = told.get("rest") or told
    valued = rest.get("groups")
    if valued is None:
        from divisor_duel.games.divider.solving.theory import groups

        valued = groups(game, lost, PROOF_SECONDS)
    return Proof(
        answers=_answers(told, rest) or None,
        groups=[Group(tuple(numbers), nim) for numbers, nim in valued],
        after=after,
    )


def _answers(told: Why, rest: Why) -> dict[int, int]:
    """To a number that is copied the copy, to others what the rest of the proof says."""
    steps = [*told.get("steps", ()), *rest.get("steps", ())]
    found = swapped((one, other) for step in steps for one, other in step)
    listed = answers(rest) if rest.get("kind") == TREE else dict(rest.get("answers", ()))
    return found | listed


PAGE = Page(DividerView, view, limits=LIMITS, proof=proof)
