"""Countdown: why somebody wins, in words."""

from __future__ import annotations

from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.proof import END, Proof


def tell(game: Countdown, position: CountdownPosition, proof: Proof) -> str:
    """The sentence for a proof, to the player to move."""
    number, divisor = position.number, proof["move"]
    if not divisor:
        return _lost(number)
    rest = number - divisor
    begin = f"{number} is even: subtract {divisor} and leave {rest}"
    if rest == 2:
        return f"{begin}, from which nothing can be subtracted, so they cannot move."
    if proof["kind"] == END:
        return f"{begin}, which is prime, so they cannot move."
    if rest % 2 == 0:
        return f"{begin}, which is 2 multiplied {rest.bit_length() - 1} times. {_ODD_POWER}"
    return (
        f"{begin}, which is odd. Whatever they subtract is odd, so you get an even number "
        "back, until theirs is prime."
    )


def _lost(number: int) -> str:
    if number % 2 == 0:
        return f"{number} is 2 multiplied {number.bit_length() - 1} times. {_ODD_POWER}"
    return (
        f"{number} is odd: whatever you subtract is odd too, so they get an even number "
        "with an odd divisor. They subtract that divisor and hand you an odd number "
        "again, until one of yours is prime."
    )


_ODD_POWER = (
    "The count is odd: halving it leaves an even count, and every other divisor leaves an even "
    "number that has an odd divisor. Both win for whoever gets them."
)
