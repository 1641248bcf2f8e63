"""Countdown's kinds of proof: the winner always leaves a number of a lost form.

``parity`` claims that the number is odd or an odd power of two, and that the player to move
loses. ``shape`` is for misere and claims the same of the numbers that `is_lost_in_misere` names.

The winner's answers follow a rule (`answer`, `misere_answer`), so a proof lists nothing. Up to
`PLAYED_OUT_UP_TO` the checker plays the rule against every move. For larger numbers it checks
that each next move has an answer that leaves such a number again. That these lose is then
theorem 1 or, for misere, theorem 2 of docs/theory/countdown.md: inductions over smaller numbers,
the second with a table of exceptions.
"""

from __future__ import annotations

from typing import TypeAlias

from divisor_duel.factors import is_prime, proper_divisors
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.proof import Checked, CommonProof, Proof, require
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.kinds import GameProofs

PLAYED_OUT_UP_TO = 1000
"""Largest number from which the checker plays every line to the end."""

THEOREM = "theorem 1 of docs/theory/countdown.md"


class Parity(Proof, frozen=True, tag="parity"):
    """The proof that the number is odd or an odd power of two."""


CountdownProof: TypeAlias = CommonProof | Parity
"""Every kind of proof in normal play."""

KINDS = (Parity,)


def verify(game: Countdown, lost: CountdownPosition, proof: Parity, budget: CheckBudget) -> Checked:
    """Check that the player to move loses; raise CertificateError if the proof fails."""
    waiting, seen = [lost], {lost.number}
    while waiting:
        position = waiting.pop()
        number = position.number
        require(is_lost(number), f"{number} is neither odd nor an odd power of two")
        for move in game.legal_moves(position):
            budget.spend()
            reached = game.play(position, move)
            after = game.play(reached, answer(reached.number))
            require(is_lost(after.number), f"{move} has no answer")
            if after.number not in seen and lost.number <= PLAYED_OUT_UP_TO:
                seen.add(after.number)
                waiting.append(after)
    summary = f"Numbers from which every move is answered: {len(seen)}"
    return Checked(summary, () if lost.number <= PLAYED_OUT_UP_TO else (THEOREM,))


def is_lost(number: int) -> bool:
    """Return whether the number is odd or an odd power of two, so claimed to be lost."""
    return number % 2 == 1 or (number & number - 1 == 0 and number.bit_length() % 2 == 0)


def answer(number: int) -> int:
    """Return what the winner subtracts: the odd part, or half of a power of two."""
    odd = number // (number & -number)
    return odd if odd > 1 else number // 2


EXCLUDED_PRIMES = (17, 257, 65537)
"""The primes up to 10^18 of the form 2^k + 1 with k even and at least 4."""

EXCEPTIONS = frozenset(
    [24576, 24578, 24579, 32768, 36867, 65536, 131072, 131074, 196611, 393216, 393219, 524288]
    + [3 << 31, (3 << 31) + 2, (3 << 31) + 3, 9663676419]
    + [1 << power for power in range(33, 60)]
)
"""The numbers up to 10^18 that break the rule; `solving/misere.py` computes them."""


MISERE_THEOREM = f"theorem 2 of docs/theory/countdown.md with its {len(EXCEPTIONS)} exceptions"


class Shape(Proof, frozen=True, tag="shape"):
    """The proof that the number has one of the shapes that lose in misere."""


MisereCountdownProof: TypeAlias = CommonProof | Shape
"""Every kind of proof in misere."""

MISERE_KINDS = (Shape,)


def verify_misere(
    game: Countdown, lost: CountdownPosition, proof: Shape, budget: CheckBudget
) -> Checked:
    """Check that the player to move loses; raise CertificateError if the proof fails."""
    waiting, seen = [lost], {lost.number}
    while waiting:
        position = waiting.pop()
        require(is_lost_in_misere(position.number), f"{position.number} has no lost shape")
        for move in game.legal_moves(position):
            budget.spend()
            reached = game.play(position, move)
            if game.outcome(reached):  # nothing to subtract: the winner to move has won
                continue
            subtracted = misere_answer(reached.number)
            require(subtracted > 0, f"{move} has no answer")
            after = game.play(reached, subtracted)
            if after.number not in seen and lost.number <= PLAYED_OUT_UP_TO:
                seen.add(after.number)
                waiting.append(after)
    summary = f"Numbers from which every move is answered: {len(seen)}"
    return Checked(summary, () if lost.number <= PLAYED_OUT_UP_TO else (MISERE_THEOREM,))


def is_lost_in_misere(number: int) -> bool:
    """Return whether the player to move loses, as the proof claims."""
    return is_lost_by_rule(number) is not (number in EXCEPTIONS)


def is_lost_by_rule(number: int) -> bool:
    """Return whether the number has a shape that loses, apart from the exceptions."""
    if number % 2:
        three = number % 3 == 0 and is_plain(number // 3)
        return number > 1 and not three and not is_prime(number)
    if number & number - 1 == 0:
        return number == 4 or (number >= 32 and number.bit_length() % 2 == 0)
    return is_plain(number // 2)


def is_plain(number: int) -> bool:
    """Return whether the number is a prime from 5 on, outside `EXCLUDED_PRIMES`."""
    return number >= 5 and number not in EXCLUDED_PRIMES and is_prime(number)


def misere_answer(number: int) -> int:
    """Return what the winner subtracts; 0 if nothing leaves a lost number.

    That is the odd part if it leaves a lost number, else the first divisor that does.
    """
    odd = number // (number & -number)
    if 1 < odd < number and is_lost_in_misere(number - odd):
        return odd
    divisors = proper_divisors(number)
    return next((divisor for divisor in divisors if is_lost_in_misere(number - divisor)), 0)


PROOFS = GameProofs[Countdown, CountdownPosition, Parity](KINDS, verify)
MISERE_PROOFS = GameProofs[Countdown, CountdownPosition, Shape](MISERE_KINDS, verify_misere)
