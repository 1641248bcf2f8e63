"""Countdown: why somebody wins, in words."""

from __future__ import annotations

from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.proof import END, Proof


def tell(game: Countdown, position: CountdownPosition, proof: Proof) -> str:
    """Return the sentences for a proof, to the player to move."""
    number, divisor = position.number, proof["move"]
    if proof["kind"] == END and not divisor:
        return f"Nothing can be subtracted from {number}."
    if not divisor:
        return _lost(number)
    left = number - divisor
    begin = f"Take {divisor} to leave {left}"
    if proof["kind"] == END:
        return f"{begin}, a prime. Your opponent has nothing to subtract."
    if left % 2 == 0:
        return (
            f"{begin}, {_twos(left)}. If your opponent halves it, you halve {left // 2}. If they "
            "subtract anything else, you get an even number with an odd divisor and leave an odd "
            "number."
        )
    return (
        f"{begin}. An odd number has only odd divisors, so your opponent must give you an even "
        "number that their divisor still divides. You leave an odd number again, until they get a "
        "prime."
    )


def _lost(number: int) -> str:
    """Explain a number from which the player to move loses."""
    if number % 2 == 0:
        return (
            f"{number} is {_twos(number)}. Halve it, and your opponent wins from {number // 2}, "
            f"{_twos(number // 2)}. Subtract anything else, and they get an even number with an "
            "odd divisor, which wins."
        )
    return (
        f"{number} is odd, so all its divisors are odd. Whatever you subtract, your opponent gets "
        "an even number that your divisor still divides. They leave you an odd number again, until "
        "you get a prime."
    )


def _twos(power: int) -> str:
    return f"a product of {power.bit_length() - 1} twos"
