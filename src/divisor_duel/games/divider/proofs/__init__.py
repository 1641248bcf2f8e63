"""Divider Duel's own kinds of proof that the player to move loses.

``parity``: no number left divides another, and their count is even: every move takes one.

``mirror``: `steps`, each a list of pairs that swap places. Within what the earlier steps leave,
a swap must preserve which number divides which, no number may divide its own partner, and no
swapped number may divide one that stays. Then the answer to a number is its partner, so swapped
numbers can be ignored (theorem 1 of docs/theory/divider.md). `rest` proves that the numbers that
stay are lost too; it is null if none stay.

``pairing``: `pairs` of partners, neither of which divides the other. What two partners take along
together must be whole pairs, and so must be what a number without a partner takes of the pairs.
Then the answer to a number is its partner (theorem 2). `rest` is as for a mirror. Every mirror is
such a pairing; new proofs use pairings, and mirrors stay readable.

``answers``: `steps` are mirrors as above, and `answers` give the winner's answer to each number
that stays. A search (`brute_force.py`) checks that each reply and its answer leave a lost position.

``groups``: groups of numbers with no divisibility between them, each with its nim-value, and
the nim-values cancel. The same search checks the nim-values.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from divisor_duel.factors import proper_divisors
from divisor_duel.games.divider.proofs.brute_force import BruteForce
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import listed
from divisor_duel.proof import (
    SPRAGUE_GRUNDY,
    Checked,
    CommonProof,
    NestedProof,
    Number,
    Pair,
    Proof,
    Whole,
    require,
)
from divisor_duel.proofs.brute_force import answers_by_reply
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.checker import check_valid
from divisor_duel.proofs.kinds import GameProofs

Step = Annotated[tuple[Pair, ...], Meta(min_length=1)]
"""Pairs that swap places at the same time."""

ValuedGroup = tuple[Annotated[tuple[Number, ...], Meta(min_length=1)], Whole]
"""Numbers that no move joins with the others, and their nim-value."""

Pairs = Annotated[tuple[Pair, ...], Meta(min_length=1)]
"""Partners."""

MIRROR_THEOREM = "theorem 1 of docs/theory/divider.md"
"""The theorem behind mirrors, and behind the columns that `brute_force.py` cancels."""

PAIRING_THEOREM = "theorem 2 of docs/theory/divider.md"
"""The theorem behind partners."""


class Parity(Proof, frozen=True, tag="parity"):
    """An even count of numbers that divide no other."""


class Mirror(Proof, frozen=True, tag="mirror"):
    """Numbers that swap places, and a proof about those that stay."""

    steps: Annotated[tuple[Step, ...], Meta(min_length=1)]
    rest: NestedProof | None


class Pairing(Proof, frozen=True, tag="pairing"):
    """Partners, each the answer to the other, and a proof about the numbers without a partner."""

    pairs: Pairs
    rest: NestedProof | None


class Answers(Proof, frozen=True, tag="answers"):
    """Numbers that swap places, and an answer to each number that stays."""

    steps: tuple[Step, ...]
    answers: tuple[Pair, ...]


class Groups(Proof, frozen=True, tag="groups"):
    """Groups that no move joins, each with its nim-value."""

    groups: Annotated[tuple[ValuedGroup, ...], Meta(min_length=1)]


OwnProof: TypeAlias = Parity | Mirror | Pairing | Answers | Groups
"""The kinds of proof that only this game has."""

DividerProof: TypeAlias = CommonProof | OwnProof
"""Every kind of proof in normal play."""

KINDS = (Parity, Mirror, Pairing, Answers, Groups)


def verify(game: Divider, lost: DividerPosition, proof: OwnProof, budget: CheckBudget) -> Checked:
    """Check that the player to move loses; CertificateError if that is not shown."""
    if isinstance(proof, Mirror):
        return _verify_mirror(game, lost, proof, budget)
    if isinstance(proof, Pairing):
        return _verify_pairing(game, lost, proof, budget)
    if isinstance(proof, Answers):
        return _verify_answers(game, lost, proof, budget)
    if isinstance(proof, Groups):
        return _verify_groups(game, lost, proof, budget)
    return _verify_parity(game, lost, budget)


def _verify_parity(game: Divider, lost: DividerPosition, budget: CheckBudget) -> Checked:
    numbers = set(listed(lost.left))
    require(len(numbers) % 2 == 0, f"{len(numbers)} numbers are left, which is odd")
    for number in numbers:
        for other in _multiples(number, game.high, budget):
            require(other not in numbers, f"{number} divides {other}")
    return Checked(f"Numbers that divide no other: {len(numbers)}")


def _verify_mirror(
    game: Divider, lost: DividerPosition, proof: Mirror, budget: CheckBudget
) -> Checked:
    left = _without_mirrored(game, proof.steps, lost.left, budget)
    count = lost.left.bit_count() - left.bit_count()
    checked = Checked(f"Pairs that mirror one another: {count // 2}", (MIRROR_THEOREM,))
    return _with_rest(game, lost._replace(left=left), proof.rest, checked, budget)


def _verify_pairing(
    game: Divider, lost: DividerPosition, proof: Pairing, budget: CheckBudget
) -> Checked:
    left = set(listed(lost.left))
    partner = _swap(proof.pairs, left)
    for one, other in proof.pairs:
        both = (*_multiples(one, game.high, budget), *_multiples(other, game.high, budget))
        for number in left.intersection(both):
            require(number in partner, f"{one} or {other} divides {number}, which stays")
            whole = partner[number] % one == 0 or partner[number] % other == 0
            require(whole, f"{one} and {other} take {number} without its partner")
    rest = left.difference(partner)
    for number in rest:
        for multiple in _multiples(number, game.high, budget):
            if multiple in partner:
                whole = partner[multiple] % number == 0
                require(whole, f"{number} takes {multiple} without its partner")
    unpaired = lost._replace(left=sum(1 << number for number in rest))
    checked = Checked(f"Pairs that answer one another: {len(proof.pairs)}", (PAIRING_THEOREM,))
    return _with_rest(game, unpaired, proof.rest, checked, budget)


def _with_rest(
    game: Divider,
    unpaired: DividerPosition,
    proof: Proof | None,
    checked: Checked,
    budget: CheckBudget,
) -> Checked:
    """Check the proof about the numbers without a partner; add it to what was checked."""
    if not unpaired.left:
        require(proof is None, "nothing is left beside the pairs")
        return checked
    require(proof is not None, f"{listed(unpaired.left)[0]} has no partner")
    assert proof is not None
    rest = check_valid(game, unpaired, unpaired.to_move.other, proof, budget)
    theorems = dict.fromkeys((*checked.theorems, *rest.theorems))
    return Checked(f"{checked.what}. {rest.what}", tuple(theorems))


def _without_mirrored(
    game: Divider, steps: tuple[Step, ...], numbers: int, budget: CheckBudget
) -> int:
    """Check that all steps are mirrors; return the numbers that are in none."""
    left = set(listed(numbers))
    for step in steps:
        swap = _swap(step, left)
        for number in swap:
            _check_swapped(number, left, swap, _multiples(number, game.high, budget))
        left.difference_update(swap)
    return sum(1 << number for number in left)


def _swap(step: Step, left: set[int]) -> dict[int, int]:
    """Return each number's partner in one step."""
    swap = dict[int, int]()
    for one, other in step:
        for number, partner in ((one, other), (other, one)):
            require(number in left and number not in swap, f"{number} is not free to be paired")
            swap[number] = partner
        require(bool(one % other and other % one), f"{one} and {other} divide one another")
    return swap


def _check_swapped(number: int, left: set[int], swap: dict[int, int], multiples: range) -> None:
    """Check all divisibility between this swapped number and the others left.

    A swap changes nothing between two numbers that both stay.
    """
    image = swap[number]
    for other in multiples:
        if other in left:
            require(other in swap, f"{number} divides {other}, which stays")
            require(swap[other] % image == 0, f"{number} divides {other} unmirrored")
    for other in (1, *proper_divisors(number)):
        if other in left:
            require(image % swap.get(other, other) == 0, f"{other} divides {number} unmirrored")


def _multiples(number: int, high: int, budget: CheckBudget) -> range:
    """Return the multiples of a number up to `high`, without itself."""
    found = range(2 * number, high + 1, number)
    budget.spend(1 + len(found))
    return found


def _verify_answers(
    game: Divider, lost: DividerPosition, proof: Answers, budget: CheckBudget
) -> Checked:
    unpaired = listed(_without_mirrored(game, proof.steps, lost.left, budget))
    answers = answers_by_reply(proof.answers)
    search = BruteForce(unpaired, budget)
    for reply in unpaired:
        budget.spend(len(unpaired))
        reached = [number for number in unpaired if number % reply]
        answer = answers.pop(reply, 0)
        require(answer in reached, f"{reply} has no answer")
        after = [number for number in reached if number % answer]
        require(search.is_lost(after), f"{answer} does not win after {reply}")
    require(not answers, "it answers a number that does not stay")
    summary = f"Answers: {len(unpaired)}; positions solved again: {len(search)}"
    return Checked(summary, (MIRROR_THEOREM,))


def _verify_groups(
    game: Divider, lost: DividerPosition, proof: Groups, budget: CheckBudget
) -> Checked:
    group_of = {number: index for index, (group, _) in enumerate(proof.groups) for number in group}
    size = sum(len(group) for group, _ in proof.groups)
    matches = size == len(group_of) and sorted(group_of) == [*listed(lost.left)]
    require(matches, "the groups are not what is left, each number once")
    total = 0
    for index, (group, nim) in enumerate(proof.groups):
        # A nim-value of v needs v different moves.
        require(nim <= len(group), f"{len(group)} numbers cannot have the nim-value {nim}")
        for number in group:
            for other in _multiples(number, game.high, budget):
                require(group_of.get(other, index) == index, f"{number} divides {other} elsewhere")
        search = BruteForce(group, budget)
        require(search.is_lost(group, nim), f"the nim-value of {[*group]} is not {nim}")
        total ^= nim
    require(total == 0, "the nim-values do not cancel")
    summary = f"Groups whose nim-values cancel: {len(proof.groups)}"
    return Checked(summary, (SPRAGUE_GRUNDY, MIRROR_THEOREM))


PROOFS = GameProofs[Divider, DividerPosition, OwnProof](KINDS, verify)
