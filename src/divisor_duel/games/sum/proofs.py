"""The kind of proof that sums have: both games have the same nim-value.

``equal`` claims the nim-value `nim` of both games. That is checked from the end: a position
without moves has 0, any other the least number that no move leads to.
"""

from __future__ import annotations

from typing import Any

from divisor_duel.game import Game
from divisor_duel.games.parts import ProofKinds
from divisor_duel.games.sum.rules import Sum, SumPosition
from divisor_duel.proof import SPRAGUE_GRUNDY, Checked, demand
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.kinds import Form, Whole

EQUAL = "equal"


class Equal(Form, frozen=True, tag=EQUAL):
    """Both games have this nim-value."""

    nim: Whole


KINDS = (Equal,)


def verify(game: Sum, lost: SumPosition, proof: Equal, budget: CheckBudget) -> Checked:
    """Check that the player to move loses; CertificateError if that is not shown."""
    seen = 0
    for part, place in zip(game.parts, lost[:2], strict=True):
        known = nim_values(part, place, budget)
        told = f"the nim-value of {part.describe(place)} is {known[place]}, not {proof.nim}"
        demand(known[place] == proof.nim, told)
        seen += len(known)
    return Checked(f"Positions whose nim-values were worked out: {seen}", (SPRAGUE_GRUNDY,))


def nim_values(game: Game[Any], start: Any, budget: CheckBudget) -> dict[Any, int]:
    """Return the nim-values of a position and of all that follow.

    OverBudgetError if they are too many. The path is a list, since games may last longer than
    Python lets calls nest.
    """
    known, path = dict[Any, int](), [start]
    while path:
        here = path[-1]
        budget.spend()
        children = list[Any]()
        for child in game.children(here):
            budget.spend()
            children.append(child)
        waiting = [child for child in children if child not in known]
        if waiting:
            path += waiting
        else:
            reached = {known[child] for child in children}
            known[here] = next(value for value in range(len(reached) + 1) if value not in reached)
            path.pop()
    return known


PROOFS = ProofKinds(KINDS, verify)
