"""Misere Digits' own kinds of proof that the player to move loses.

``last``: the other player writes the last digit, at least four digits are left, and the target is
above (base^2 - 1)(base - 2): then neither player can be made to complete a multiple, by theorem 2
of docs/theory/digits.md. There is nothing else to check.

``remainders``: `answers` give the winner's answer to each digit, or 0 if the digit makes a
multiple. That these win is worked out here, from the rules alone; of the number only its
remainder counts for what follows, so there are few positions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from divisor_duel.budget import CheckBudget
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members
from divisor_duel.proof import Checked, demand
from divisor_duel.proof_schema import Form, Number, Whole
from divisor_duel.retrial import answers_by_reply

THEOREM = "theorem 2 of docs/theory/digits.md"


class Last(Form, frozen=True, tag="last"):
    """The winner writes the last digit."""


class Answers(Form, frozen=True, tag="remainders"):
    """The winner's answer to each digit; 0 if the digit makes a multiple."""

    answers: Annotated[tuple[tuple[Number, Whole], ...], Meta(min_length=1)]


KINDS = (Last, Answers)


def verify(game: Digits, lost: DigitsPosition, proof: Form, budget: CheckBudget) -> Checked:
    """Check that the player to move loses; CertificateError if that is not shown."""
    if isinstance(proof, Answers):
        return _verify_answers(game, lost, proof, budget)
    count = lost.left.bit_count()
    demand(count % 2 == 0, f"of {count} digits the player to move writes the last")
    demand(waits_to_the_end(game, lost), "the target is too small, or too few digits are left")
    return Checked(f"Digits of which the winner writes the last: {count}", (THEOREM,))


def waits_to_the_end(game: Digits, position: DigitsPosition) -> bool:
    """Whether the theorem says who wins: then it is whoever writes the last digit."""
    bound = (game.base**2 - 1) * (game.base - 2)
    return game.target > bound and position.left.bit_count() >= 3


def _verify_answers(
    game: Digits, lost: DigitsPosition, proof: Answers, budget: CheckBudget
) -> Checked:
    known, again = answers_by_reply(proof.answers), Remainders(game, budget)
    for digit in members(lost.left):
        after = game.play(lost, digit)
        answer = known.pop(digit, None)
        if not (after.left and after.number % game.target):
            over = game.outcome(after)
            fine = over is not None and over.winner != lost.to_move and answer == 0
            demand(fine, f"{digit} wins for the other player")
            continue
        demand(answer in members(after.left), f"{digit} has no answer")
        reached = game.play(after, answer or 0)
        over = game.outcome(reached)
        fine = over.winner != lost.to_move if over else again.is_lost(reached)
        demand(fine, f"{answer} is no answer to {digit}")
    demand(not known, "it answers a digit that is not left")
    summary = f"Answers: {len(proof.answers)}; remainders gone through: {len(again)}"
    return Checked(summary)


class Remainders:
    """Who loses, by the digits left and the remainder of the number."""

    def __init__(self, game: Digits, budget: CheckBudget) -> None:
        self._target, self._base, self._budget = game.target, game.base, budget
        self._lost: dict[tuple[int, int], bool] = {}

    def __len__(self) -> int:
        return len(self._lost)

    def forget(self) -> None:
        """Make room; whoever asks meanwhile still gets a true answer."""
        self._lost.clear()

    def is_lost(self, position: DigitsPosition, pause: Callable[[], None] = lambda: None) -> bool:
        """Whether the player to move loses a position that is not over."""
        return self._is_lost(position.left, position.number % self._target, pause)

    def _is_lost(self, left: int, remainder: int, pause: Callable[[], None]) -> bool:
        key = left, remainder
        if key not in self._lost:
            pause()
            self._budget.spend()
            self._lost[key] = not any(
                self._wins(
                    left ^ 1 << digit, (self._base * remainder + digit) % self._target, pause
                )
                for digit in members(left)
            )
        return self._lost[key]

    def _wins(self, left: int, remainder: int, pause: Callable[[], None]) -> bool:
        """Whether whoever wrote that digit wins: no multiple, and the last or a lost position."""
        return remainder > 0 and (not left or self._is_lost(left, remainder, pause))
