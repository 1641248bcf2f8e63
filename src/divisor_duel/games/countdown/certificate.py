"""Countdown's own kind of proof: the other player always gets an odd number.

``parity`` claims that the number is odd or an odd power of two, and that whoever gets it loses.
The winner's answers are a rule (`answer`), so there is nothing to list. Up to `WALKED` the rule
is played against everything. Beyond, every next move is answered once and leads to such a number
again; that these lose is theorem 1 of docs/theory/countdown.md, an induction over smaller numbers.
"""

from __future__ import annotations

from divisor_duel.budget import CheckBudget
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.proof import Checked, demand
from divisor_duel.proof_schema import Form

WALKED = 1000
"""The largest number from which all play is walked through."""

THEOREM = "theorem 1 of docs/theory/countdown.md"


class Parity(Form, frozen=True, tag="parity"):
    """The number is odd or an odd power of two."""


KINDS = (Parity,)


def verify(game: Countdown, lost: CountdownPosition, proof: Form, budget: CheckBudget) -> Checked:
    """Check that the player to move loses; CertificateError if that is not shown."""
    waiting, seen = [lost], {lost.number}
    while waiting:
        here = waiting.pop()
        demand(is_lost(here.number), f"{here.number} is neither odd nor an odd power of two")
        for move in game.legal_moves(here):
            budget.spend()
            reached = game.play(here, move)
            after = game.play(reached, answer(reached.number))
            demand(is_lost(after.number), f"{move} has no answer")
            if after.number not in seen and lost.number <= WALKED:
                seen.add(after.number)
                waiting.append(after)
    summary = f"Numbers from which every move is answered: {len(seen)}"
    return Checked(summary, () if lost.number <= WALKED else (THEOREM,))


def is_lost(number: int) -> bool:
    """Whether it is odd or an odd power of two, as is claimed of all lost numbers."""
    return number % 2 == 1 or (number & number - 1 == 0 and number.bit_length() % 2 == 0)


def answer(number: int) -> int:
    """What the winner subtracts: the largest odd divisor, or half of a power of two."""
    odd = number // (number & -number)
    return odd if odd > 1 else number // 2
