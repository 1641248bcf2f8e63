"""Countdown's own kind of proof: the other player always gets an odd number.

``parity`` claims that the number is odd or an odd power of two, and that whoever gets it loses.
The winner's answers are a rule (`answer`), so there is nothing to list. Up to `WALKED` the rule
is played against everything. Beyond, every next move is answered once and leads to such a number
again; that these lose is theorem 1 of docs/theory/countdown.md, an induction over smaller numbers.

Misere Countdown's own kind of proof: the other player always gets a number of a lost shape.

``shape`` claims that the number is one of those that `is_lost` names. The winner's answers are a
rule (`answer`). Up to `WALKED` the rule is played against everything. Beyond, every next move is
answered once and leads to such a number again; that these lose is theorem 2 of
docs/theory/countdown.md, an induction over smaller numbers with a table of exceptions.
"""

from __future__ import annotations

from divisor_duel.factors import is_prime, proper_divisors
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.parts import ProofKinds
from divisor_duel.proof import Checked, demand
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.kinds import Form

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


FERMAT = (17, 257, 65537)
"""The primes 2^k + 1 with k even and at least 4 that are small enough to be met."""

EXCEPTIONS = frozenset(
    [24576, 24578, 24579, 32768, 36867, 65536, 131072, 131074, 196611, 393216, 393219, 524288]
    + [3 << 31, (3 << 31) + 2, (3 << 31) + 3, 9663676419]
    + [1 << power for power in range(33, 60)]
)
"""The numbers up to 10^18 whose shape says the contrary (`exceptions` in `misere.py`)."""


MISERE_THEOREM = f"theorem 2 of docs/theory/countdown.md with its {len(EXCEPTIONS)} exceptions"


class Shape(Form, frozen=True, tag="shape"):
    """The number has one of the shapes that lose."""


MISERE_KINDS = (Shape,)


def verify_misere(
    game: Countdown, lost: CountdownPosition, proof: Form, budget: CheckBudget
) -> Checked:
    """Check that the player to move loses; CertificateError if that is not shown."""
    waiting, seen = [lost], {lost.number}
    while waiting:
        here = waiting.pop()
        demand(is_lost_in_misere(here.number), f"{here.number} has no lost shape")
        for move in game.legal_moves(here):
            budget.spend()
            reached = game.play(here, move)
            if game.outcome(reached):  # nothing to subtract, so its player has won
                continue
            subtracted = misere_answer(reached.number)
            demand(subtracted > 0, f"{move} has no answer")
            after = game.play(reached, subtracted)
            if after.number not in seen and lost.number <= WALKED:
                seen.add(after.number)
                waiting.append(after)
    summary = f"Numbers from which every move is answered: {len(seen)}"
    return Checked(summary, () if lost.number <= WALKED else (MISERE_THEOREM,))


def is_lost_in_misere(number: int) -> bool:
    """Whether the player to move loses, as is claimed."""
    return is_lost_by_rule(number) is not (number in EXCEPTIONS)


def is_lost_by_rule(number: int) -> bool:
    """Whether the number has one of the shapes that lost ones have, with few exceptions."""
    if number % 2:
        three = number % 3 == 0 and is_plain(number // 3)
        return number > 1 and not three and not is_prime(number)
    if number & number - 1 == 0:
        return number == 4 or (number >= 32 and number.bit_length() % 2 == 0)
    return is_plain(number // 2)


def is_plain(number: int) -> bool:
    """Whether it is a prime from 5 on, and not one more than an even power of two from 16 on."""
    return number >= 5 and number not in FERMAT and is_prime(number)


def misere_answer(number: int) -> int:
    """What the winner subtracts: the odd part if that leaves a lost number, else what does."""
    odd = number // (number & -number)
    if 1 < odd < number and is_lost_in_misere(number - odd):
        return odd
    return next((each for each in proper_divisors(number) if is_lost_in_misere(number - each)), 0)


PROOFS = ProofKinds(KINDS, verify)
MISERE_PROOFS = ProofKinds(MISERE_KINDS, verify_misere)
