"""Sums: whatever can be set up of either game."""

from __future__ import annotations

from typing import Any

from divisor_duel.games.kit import part
from divisor_duel.games.sum.rules import Sum, SumPosition
from divisor_duel.setting import Part, parts_of


def parts(game: Sum) -> tuple[Part, ...]:
    """The parts of both games, each named by its game."""
    return tuple(
        one._replace(name=f"{field}.{one.name}", label=f"game {which}: {one.label}")
        for which, (field, each) in enumerate(zip(("one", "two"), game.parts, strict=True), 1)
        for one in parts_of(each)
    )


def tidy(game: Sum, position: SumPosition) -> SumPosition:
    """Each game as it wants its own positions."""
    one, two = (_tidied(each, place) for each, place in zip(game.parts, position[:2], strict=True))
    return SumPosition(one, two, position.to_move)


def _tidied(game: Any, place: Any) -> Any:
    own = getattr(part(game, "setting"), "tidy", None)
    return own(game, place) if own else place
