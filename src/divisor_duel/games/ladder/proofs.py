"""Ladder's own kinds of proof: counting steps, and doubling by a rule.

``count``: every step at least doubles, so the player to move, who owns m, climbs at most
floor(log2(high / m)) more times. The `path` lists at least as many numbers that the opponent
can climb in that time: all in the pool, each a multiple of the one before, and none a
multiple of m, so the player to move cannot take them. The check goes through every number.

``doubling``: the winner's answers follow a rule (`answer`), the strategy that the theorem in
`solving/theorem.py` proves. The check plays it against every reply until counting decides, so
the verdict does not depend on that theorem.
"""

from __future__ import annotations

from math import gcd
from typing import TypeAlias

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
    """The winner follows the rule that the theorem in `solving/theorem.py` proves."""


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
        require(bool(lost.pool >> step & 1), f"{step} is not in the pool")
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


def answer(game: Ladder, position: LadderPosition) -> int:
    """Return the winner's move by the rule.

    Divide all numbers by the greatest common divisor of the players' numbers. Then double, with
    these exceptions. A player who owns 1 takes 2, or 4 if 2 is gone; against 2 takes 4, or 3 if 4
    is gone; and takes 3 against a larger power of two. A player who owns 2 takes 6 against 3 if
    doubling 2 would not outlast 3.
    """
    own, other = position.own, position.one + position.two - position.own
    common = gcd(own, other)
    own, other, high = own // common, other // common, game.high // common

    def free(number: int) -> bool:
        return number <= high and bool(position.pool >> number * common & 1)

    if (own, other) == (2, 3) and high.bit_length() - 2 == (high // 3).bit_length() - 1 and free(6):
        return 6 * common
    if own != 1:
        return 2 * own * common
    if other == 2:
        return (4 if free(4) else 3) * common
    if other > 2 and other & other - 1 == 0:
        return 3 * common
    return (2 if free(2) else 4) * common


PROOFS = GameProofs[Ladder, LadderPosition, Count | Doubling](KINDS, verify)
