"""The winner's strategy as a list of pairs: answer each number with its partner.

The pairs come from a maximum matching that leaves out the number the winner holds.
They work because no augmenting path exists, which cannot be seen by looking at each
pair. So a list comes with a *barrier*, a few of its numbers: take the barrier away,
and the other listed numbers fall into groups. The list can then be checked by hand:

1. pairs are disjoint, each of a number and a factor or multiple of it;
2. each barrier number is paired with a number that is not in the barrier;
3. each group has at most one number that is not paired inside the group, its *entry*,
   which is paired with a barrier number or is the number held;
4. whatever can follow a number of a group is a listed number.

Proof that the winner never lacks an answer. Claim: whenever the opponent is to move,
the last number lies in a group whose entry, if any, is taken, and apart from the entry
numbers were taken pair by pair. It holds at the start, when the number held is the entry
of its group. By 4 the opponent's number is listed. If it is in the same group, it is
not the entry, so by 3 its partner is in the group too, and free. If not, it is in the
barrier (groups do not touch), and its partner is the entry of a group, free because an
entry is only ever taken as the answer to its barrier number. Either way the claim holds
again. Before the first move, when nobody holds a number, it is enough that

5. every opening is a barrier number or in a group without an entry.
"""

from __future__ import annotations

from dataclasses import dataclass

from divisor_duel.engine.clock import Clock, Work
from divisor_duel.games.chain.solving.graph import START, Solution
from divisor_duel.games.chain.solving.matching import INNER, OUTER


@dataclass(frozen=True, slots=True)
class Pairing:
    """A winning strategy."""

    move: int
    """The number to take now; START if the winner is the one to answer."""
    partners: dict[int, int]
    """Every listed number's partner, both ways round."""
    barrier: frozenset[int]
    """The numbers that part the others into groups."""

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs, each once, the smaller number first."""
        return sorted((one, other) for one, other in self.partners.items() if one < other)


def winning_pairing(solution: Solution, clock: Clock, move: int = START) -> Pairing:
    """The winner's pairing, limited to numbers that can come up; OutOfTimeError if that is long.

    If the player to move wins, it begins with `move`, or with the first winning
    number if that is not one.
    """
    winning = solution.winning_moves()
    if winning:
        chosen = move if move in winning else winning[0]
        return _from_held(chosen, chosen, Work(solution.taking(chosen)).finish(clock))
    if solution.last != START:
        return _from_held(START, solution.last, solution)
    return _from_opening(solution)


def _from_held(move: int, held: int, solution: Solution) -> Pairing:
    """From the alternating tree of the number held: its inner numbers are the barrier,
    its blossoms the groups, and a blossom's base is the entry.
    """
    outer, inner = solution.matching.tree(held)
    partner = solution.matching.partner
    partners = {number: partner[number] for number in outer | inner if number != held}
    return Pairing(move, partners, inner)


def _from_opening(solution: Solution) -> Pairing:
    """No opening wins, and the second player holds nothing.

    Listed are the numbers that every maximum matching covers, and those groups
    of the others that the barrier is paired with.
    """
    matching = solution.matching
    label, partner = matching.label, matching.partner
    barrier = frozenset(number for number in matching.vertices() if label[number] == INNER)
    groups = solution.graph.spread([partner[number] for number in barrier], matching.outer())
    always = {number for number in matching.vertices() if label[number] != OUTER}
    return Pairing(START, {number: partner[number] for number in always | groups}, barrier)
