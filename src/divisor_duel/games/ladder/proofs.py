"""Ladder's own kinds of proof: counting steps, and doubling by a rule.

``count``: every step at least doubles, so the player to move, who owns m, climbs at most
floor(log2(high / m)) more times. The `path` lists at least as many numbers that the opponent
can climb in that time: all in the pool, each a multiple of the one before, and none a
multiple of m, so the player to move cannot take them. The check goes through every number.

``doubling``: the winner's answers follow three rules (`answer`), the strategy that the theorem in
`solving/theorem.py` proves. The check plays it against every reply until counting decides, so
the verdict does not depend on that theorem.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple, TypeAlias

from divisor_duel.errors import CertificateError, IllegalMoveError
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.proof import Checked, CommonProof, Number, Proof, require
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.kinds import GameProofs

COUNTING = "theorem 2 of docs/theory/ladder.md"
"""The theorem behind counting steps."""


class Count(Proof, frozen=True, tag="count"):
    """A path for the winner with at least as many steps as the loser can still make."""

    path: tuple[Number, ...]


class Doubling(Proof, frozen=True, tag="doubling"):
    """The winner follows the rules that the theorem in `solving/theorem.py` proves."""


LadderProof: TypeAlias = CommonProof | Count | Doubling
"""Every kind of proof in normal play."""

KINDS = (Count, Doubling)


def verify(
    game: Ladder, lost: LadderPosition, proof: Count | Doubling, budget: CheckBudget
) -> Checked:
    """Check that the player to move loses; CertificateError if that is not shown."""
    if isinstance(proof, Count):
        return _verify_path(game, lost, proof.path, budget)
    waiting, count = [lost], 0
    while waiting:
        position = waiting.pop()
        for move in game.legal_moves(position):
            count += 1
            budget.spend()
            reached = game.play(position, move)
            try:
                after = game.play(reached, answer(game, reached))
            except IllegalMoveError as error:
                raise CertificateError(str(error), f"after {move}") from None
            steps = most_moves(game.high, after.own)
            if len(safe_path(game, after, steps)) < steps:
                waiting.append(after)
    return Checked(f"Replies that doubling answers, until counting decides: {count}", (COUNTING,))


def _verify_path(
    game: Ladder, lost: LadderPosition, path: tuple[int, ...], budget: CheckBudget
) -> Checked:
    own, number = lost.own, lost.one + lost.two - lost.own
    steps = most_moves(game.high, own)
    require(len(path) >= steps, f"a path of {len(path)} does not outlast {steps} steps")
    for step in path:
        budget.spend()
        require(number < step <= game.high, f"{step} does not lie above {number}")
        require(bool(lost.pool >> step & 1), f"{step} is not left")
        require(step % number == 0, f"{step} is not a multiple of {number}")
        require(step % own > 0, f"{step} is a multiple of {own}")
        number = step
    summary = f"Safe steps, as many as the other player can make: {len(path)}"
    return Checked(summary, (COUNTING,))


def most_moves(limit: int, number: int) -> int:
    """Return how often the owner of `number` can climb at most: each step doubles."""
    return (limit // (2 * number)).bit_length()


def safe_path(game: Ladder, position: LadderPosition, enough: int | None = None) -> list[int]:
    """Return a path for the player not to move that the opponent can never take.

    With `enough`, it stops at that length.
    """
    own, number = position.own, position.one + position.two - position.own
    path: list[int] = []
    while enough is None or len(path) < enough:
        for multiple in range(2 * number, game.high + 1, number):
            if multiple % own and position.pool >> multiple & 1:
                path.append(multiple)
                number = multiple
                break
        else:
            break
    return path


def doubled_path(game: Ladder, position: LadderPosition, enough: int) -> list[int]:
    """Return such a path that doubles, past numbers that are gone; at most `enough` numbers."""
    own, number = position.own, position.one + position.two - position.own
    path: list[int] = []
    while len(path) < enough:
        number *= 2
        if number > game.high or number % own == 0:
            break
        if position.pool >> number & 1:
            path.append(number)
    return path


class Scaled(NamedTuple):
    """A position with all numbers divided by what the players' numbers have in common."""

    unit: int
    """The greatest common divisor of the players' numbers."""
    own: int
    """The number of the player to move."""
    other: int
    """The opponent's number."""
    limit: int
    """The largest number in the pool, rounded down."""
    pool: int
    """The pool, as a mask that is not scaled."""

    def free(self, number: int) -> bool:
        """Return whether a scaled number is in the pool."""
        return bool(self.pool >> number * self.unit & 1)


def scaled(position: LadderPosition) -> Scaled:
    """Return the position at its present scale."""
    own, other = position.own, position.one + position.two - position.own
    unit, largest = gcd(own, other), position.pool.bit_length() - 1
    return Scaled(unit, own // unit, other // unit, largest // unit, position.pool)


def triple_yours(at: Scaled) -> int:
    """Return three times the mover's number if the opponent's is 4, 8, 16, ... times it; else 0."""
    return 3 if at.own == 1 and at.other > 2 and at.other & at.other - 1 == 0 else 0


def double_theirs(at: Scaled) -> int:
    """Return twice the opponent's number if that takes away what they need; else 0.

    It does if their number is twice the mover's, who takes three times the own number if twice
    theirs is not free. It also does if it is one and a half times the mover's, and both can be
    doubled only once more.
    """
    if (at.own, at.other) == (1, 2):
        return 4 if at.free(4) else 3
    return 6 if (at.own, at.other) == (2, 3) and at.limit < 8 and at.free(6) else 0


def double_yours(at: Scaled) -> int:
    """Return twice the mover's number, doubled further as long as it is gone."""
    number = 2 * at.own
    while number <= at.limit and not at.free(number):
        number *= 2
    return number


def answer(game: Ladder, position: LadderPosition) -> int:
    """Return the winner's move by the rules, which are tried in this order."""
    at = scaled(position)
    return (triple_yours(at) or double_theirs(at) or double_yours(at)) * at.unit


PROOFS = GameProofs[Ladder, LadderPosition, Count | Doubling](KINDS, verify)
