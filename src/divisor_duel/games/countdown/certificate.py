"""Countdown's own kind of proof: the other player always gets an odd number.

``parity`` claims that the number is odd or an odd power of two, and that whoever gets it loses.
The winner's answers are a rule (`answer`), so there is nothing to list. Up to `WALKED` the rule
is played against everything; beyond, every next move is answered once and the claim holds again,
which with the proof in `theory.py` (an induction over smaller numbers) is all there is to it.
"""

from __future__ import annotations

from typing import Any

from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.proof import Proof, demand

KINDS = ("parity",)

WALKED = 1000
"""Up to this number all play is gone through."""


def verify(game: Countdown, lost: CountdownPosition, proof: Proof) -> str:
    """What was checked, in words; CertificateError if the player to move need not lose."""
    waiting, seen = [lost], {lost.number}
    while waiting:
        here = waiting.pop()
        demand(is_lost(here.number), f"{here.number} is neither odd nor an odd power of two")
        for move in game.legal_moves(here):
            reached = game.play(here, move)
            after: Any = game.play(reached, answer(reached.number))
            demand(is_lost(after.number), f"{move} has no answer")
            if after.number not in seen and lost.number <= WALKED:
                seen.add(after.number)
                waiting.append(after)
    return f"Numbers from which every move is answered: {len(seen)}"


def is_lost(number: int) -> bool:
    """Whether it is odd or an odd power of two, as is claimed of all lost numbers."""
    return number % 2 == 1 or (number & number - 1 == 0 and number.bit_length() % 2 == 0)


def answer(number: int) -> int:
    """What the winner subtracts: the largest odd divisor, or half of a power of two."""
    odd = number // (number & -number)
    return odd if odd > 1 else number // 2
