"""The one kind of proof for sums: both games have the same nim-value.

``equal`` claims that both games have the nim-value `nim`. The check starts at the end of the
games: a position without moves has 0, any other the least value that no move leads to.
"""

from __future__ import annotations

from typing import TypeAlias

from divisor_duel.game import AnyGame, Position
from divisor_duel.games.sum.rules import Sum, SumPosition
from divisor_duel.proof import SPRAGUE_GRUNDY, Checked, CommonProof, Proof, Whole, require
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.kinds import GameProofs


class Equal(Proof, frozen=True, tag="equal"):
    """Both games have this nim-value."""

    nim: Whole


SumProof: TypeAlias = CommonProof | Equal
"""Every kind of proof in normal play."""

KINDS = (Equal,)


def verify(game: Sum, lost: SumPosition, proof: Equal, budget: CheckBudget) -> Checked:
    """Check that the player to move loses; CertificateError if that is not shown."""
    seen = 0
    for part, place in zip(game.parts, lost[:2], strict=True):
        known = nim_values(part, place, budget)
        problem = f"the nim-value of {part.describe(place)} is {known[place]}, not {proof.nim}"
        require(known[place] == proof.nim, problem)
        seen += len(known)
    return Checked(f"Positions whose nim-values were computed: {seen}", (SPRAGUE_GRUNDY,))


def nim_values(game: AnyGame, start: Position, budget: CheckBudget) -> dict[Position, int]:
    """Return the nim-values of a position and of all that follow it.

    OverBudgetError if there are too many. The search does not recurse, since games may last
    longer than Python's recursion limit.
    """
    known, path = dict[Position, int](), [start]
    while path:
        position = path[-1]
        budget.spend()
        children = list[Position]()
        for child in game.children(position):
            budget.spend()
            children.append(child)
        waiting = [child for child in children if child not in known]
        if waiting:
            path += waiting
        else:
            reached = {known[child] for child in children}
            values = range(len(reached) + 1)
            known[position] = next(value for value in values if value not in reached)
            path.pop()
    return known


PROOFS = GameProofs[Sum, SumPosition, Equal](KINDS, verify)
