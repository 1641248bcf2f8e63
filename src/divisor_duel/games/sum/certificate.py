"""The kind of proof that sums have: both games have the same nim-value.

``equal`` claims the nim-value `nim` of both games. By rules alone that is checked from the end: a
position without moves has 0, any other the least number that no move leads to.
"""

from __future__ import annotations

from typing import Any

from divisor_duel.allowance import allowed, too_many
from divisor_duel.errors import CertificateError
from divisor_duel.game import Game
from divisor_duel.games.sum.rules import Sum, SumPosition
from divisor_duel.proof import Proof

KINDS = ("equal",)

MOST_POSITIONS = 20_000
"""So many positions of one game are gone through at the most, if not told otherwise."""


def verify(game: Sum, lost: SumPosition, proof: Proof) -> str:
    """What was checked, in words; CertificateError if the player to move need not lose."""
    seen = 0
    for part, place in zip(game.parts, lost[:2], strict=True):
        known = nim_values(part, place)
        if known[place] != proof["nim"]:
            told = f"the nim-value of {part.describe(place)} is {known[place]}"
            raise CertificateError(f"{told}, not {proof['nim']}")
        seen += len(known)
    return f"Positions whose nim-values were worked out: {seen}"


def nim_values(game: Game[Any], start: Any) -> dict[Any, int]:
    """The nim-value of a position and of all that follow; TooManyPositionsError if they are many.

    The path is kept in a list, since games may last longer than Python lets calls nest.
    """
    known, path, most = dict[Any, int](), [start], allowed(MOST_POSITIONS)
    while path:
        here = path[-1]
        children = list(game.children(here))
        waiting = [child for child in children if child not in known]
        if waiting:
            path += waiting
        else:
            reached = {known[child] for child in children}
            known[here] = next(value for value in range(len(reached) + 1) if value not in reached)
            path.pop()
        if len(known) > most:
            raise too_many(most)
    return known
