"""Chain's kind of proof: pairs of numbers, each checked once.

A strategy for 2..1000 would list more positions than a checker can visit. The pairs of
`solving/pairing.py` are a few hundred numbers. This module checks the five conditions stated
there; that they suffice is theorem 2 of docs/theory/chain.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import members, relatives
from divisor_duel.proof import Checked, CommonProof, Number, Pair, Proof, require
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.kinds import GameProofs

THEOREM = "theorem 2 of docs/theory/chain.md"


class Pairs(Proof, frozen=True, tag="pairs"):
    """Numbers that answer each other, and the barrier between their groups."""

    pairs: tuple[Pair, ...]
    barrier: tuple[Number, ...]


ChainProof: TypeAlias = CommonProof | Pairs
"""Every kind of proof in normal play."""

KINDS = (Pairs,)


def verify(game: Chain, lost: ChainPosition, proof: Pairs, budget: CheckBudget) -> Checked:
    """Check that the player to move loses; raise CertificateError if the proof fails.

    The numbers 1 to 5 in the comments are the conditions in `solving/pairing.py`.
    """
    pairs, barrier = proof.pairs, frozenset(proof.barrier)
    require(len(barrier) == len(proof.barrier), "the barrier names a number twice")
    partners = _partners(game, lost, pairs, budget)
    for number in barrier:
        require(partners.get(number, number) not in barrier, f"{number} is not a barrier")  # 2
    held = 1 << lost.last if lost.last else 0
    listed = sum(1 << number for number in partners)
    open_to_first = set(barrier)
    apart = (listed | held) & ~sum(1 << number for number in barrier)
    for group in _groups(game, apart, budget):
        entries = [number for number in group if partners.get(number) not in group]
        require(len(entries) <= 1, f"{entries} are all entries of a group")  # 3
        for number in group:
            budget.spend()
            unlisted = members(relatives(number, game.high) & lost.pool & ~listed)
            require(not unlisted, f"{unlisted[:1]} can follow {number} and has no partner")  # 4
        open_to_first |= set() if entries else group
    if not lost.last:
        for opening in game.legal_moves(lost):  # 5
            require(opening in open_to_first, f"{opening} can be taken first and has no answer")
    summary = f"Pairs that answer every number Player {int(lost.to_move)} can take: {len(pairs)}"
    return Checked(summary, (THEOREM,))


def _partners(
    game: Chain, position: ChainPosition, pairs: tuple[Pair, ...], budget: CheckBudget
) -> dict[int, int]:
    """Return each number's partner.

    Check that all are free, none has two partners, and partners may follow each other.
    """
    partners = dict[int, int]()
    for one, other in pairs:  # 1
        budget.spend()
        for number in (one, other):
            free = 0 < number <= game.high and position.pool >> number & 1
            require(bool(free) and number not in partners, f"{number} is not free to be paired")
            partners[number] = one + other - number
        fits = bool(relatives(one, game.high) >> other & 1)
        require(fits, f"{other} cannot answer {one}")
    return partners


def _groups(game: Chain, numbers: int, budget: CheckBudget) -> Iterator[set[int]]:
    """Yield the connected groups of `numbers`, a mask."""
    while numbers:
        waiting = [numbers.bit_length() - 1]
        group = set(waiting)
        numbers &= ~(1 << waiting[0])
        while waiting:
            budget.spend()
            near = relatives(waiting.pop(), game.high) & numbers
            numbers &= ~near
            waiting.extend(members(near))
            group.update(members(near))
        yield group


PROOFS = GameProofs[Chain, ChainPosition, Pairs](KINDS, verify)
