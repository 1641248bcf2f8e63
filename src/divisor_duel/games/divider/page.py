"""Divider Duel: what the page is told, so that it need not compute any rule."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.numbers import members, multiples
from divisor_duel.match import Round
from divisor_duel.web.messages import Group, Proof

LIMITS = {"high": 400}
"""Larger set-ups are not played on a page: no board could show them."""

PROOF_SECONDS = 0.5
"""How long the nim-values may take."""


class DividerView(Struct):
    """Divider Duel: the list, and what each move would sweep away."""

    numbers: list[int]
    left: tuple[int, ...]
    sweeps: dict[str, tuple[int, ...]]


VIEW = DividerView


def view(played: Round, legal: tuple[int, ...]) -> DividerView:
    """The list, and what each move would sweep away."""
    game: Any = played.game
    left = played.position.left
    return DividerView(
        numbers=list(range(game.low, game.high + 1)),
        left=members(left),
        sweeps={str(move): members(left & multiples(move, game.high)) for move in legal},
    )


def proof(game: Divider, lost: DividerPosition, after: int | None) -> Proof:
    """The groups that no move joins, and their nim-values."""
    from divisor_duel.games.divider.theory import groups

    found = [Group(numbers, nim) for numbers, nim in groups(game, lost, PROOF_SECONDS)]
    return Proof(groups=found, after=after)
