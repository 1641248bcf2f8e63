"""The winner's strategy as a list of pairs: answer each number with its partner.

The pairs come from a maximum matching that leaves out the number the winner holds.
They work because no augmenting path exists, which no single pair shows. So a list
comes with a *barrier*, a few of its numbers: without the barrier, the other listed
numbers fall into groups. The list can then be checked by hand:

1. pairs are disjoint, each of a number and a factor or multiple of it;
2. each barrier number is paired with a number that is not in the barrier;
3. each group has at most one number that is not paired inside the group, its *entry*,
   which is paired with a barrier number or is the number held;
4. whatever can follow a number of a group is a listed number.

Proof that the winner always has an answer. Claim: whenever the opponent is to move,
the last number is in a group whose entry, if any, is taken, and apart from the entry
numbers were taken pair by pair. It holds at the start, when the number held is the entry
of its group. By 4 the opponent's number is listed. If it is in the same group, it is
not the entry, so by 3 its partner is in the group too, and free. If not, it is in the
barrier (groups do not touch), and its partner is the entry of a group, free because an
entry is only ever taken as the answer to its barrier number. Either way the claim holds
again. Before the first move, when no number is held, it is enough that

5. every opening is a barrier number or in a group without an entry.
"""

from __future__ import annotations

from dataclasses import dataclass

from divisor_duel.engine.clock import Clock, Work
from divisor_duel.games.chain.solving.blossom import INNER, OUTER
from divisor_duel.games.chain.solving.graph import START, Solution


@dataclass(frozen=True, slots=True)
class Pairing:
    """A winning strategy as pairs of numbers."""

    move: int
    """The number to take now; START if the opponent is to move."""
    partners: dict[int, int]
    """Every listed number's partner, in both directions."""
    barrier: frozenset[int]
    """The numbers that split the others into groups."""

    def pairs(self) -> list[tuple[int, int]]:
        """Return each pair once, the smaller number first."""
        return sorted((small, large) for small, large in self.partners.items() if small < large)


def winning_pairing(solution: Solution, clock: Clock) -> Pairing:
    """Return the winner's pairing, limited to numbers that can come up.

    If the player to move wins, the pairing starts with the first winning number.
    OutOfTimeError if the clock runs out.
    """
    winning = solution.winning_moves()
    if winning:
        move = winning[0]
        return _pairing_from(move, move, Work(solution.after_in_steps(move)).finish(clock))
    if solution.last != START:
        return _pairing_from(START, solution.last, solution)
    return _pairing_at_start(solution)


def _pairing_from(move: int, held: int, solution: Solution) -> Pairing:
    """Return the pairing of a winner who holds the number `held`.

    It comes from the alternating tree of `held`: the inner numbers are the barrier,
    the blossoms the groups, and a blossom's base is its entry.
    """
    outer, inner = solution.matching.tree(held)
    partner = solution.matching.partner
    partners = {number: partner[number] for number in outer | inner if number != held}
    return Pairing(move, partners, inner)


def _pairing_at_start(solution: Solution) -> Pairing:
    """Return the second player's pairing where no opening wins.

    It lists the numbers that every maximum matching covers and, of the others, the
    groups that the barrier is paired with.
    """
    matching = solution.matching
    label, partner = matching.label, matching.partner
    barrier = frozenset(number for number in matching.vertices() if label[number] == INNER)
    groups = solution.graph.connected_to([partner[number] for number in barrier], matching.outer())
    covered = {number for number in matching.vertices() if label[number] != OUTER}
    return Pairing(START, {number: partner[number] for number in covered | groups}, barrier)
