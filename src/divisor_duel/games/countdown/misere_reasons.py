"""Misere Countdown: why somebody wins, in words."""

from __future__ import annotations

from divisor_duel.games.countdown.misere_certificate import answer
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.proof import END, Proof


def tell(game: Countdown, position: CountdownPosition, proof: Proof) -> str:
    """The sentence for a proof, to the player to move."""
    number, divisor = position.number, proof["move"]
    if proof["kind"] == END:
        return "Nothing can be subtracted, and in misere that wins."
    if not divisor:
        return f"{number} is {_shape(number)}. {_why(number, 'you', 'they')}"
    rest = number - divisor
    begin = f"Subtract {divisor} and leave {rest}, {_shape(rest)}."
    return f"{begin} {_why(rest, 'they', 'you')}"


def _shape(number: int) -> str:
    """What makes a lost number so."""
    if number % 2:
        return "an odd number that is neither prime nor three times a prime such as 5, 7 or 11"
    if number & number - 1 == 0:
        return f"2 multiplied {number.bit_length() - 1} times"
    return f"twice the prime {number // 2}"


def _why(number: int, loser: str, winner: str) -> str:
    """Why whoever gets a lost number loses."""
    if number == 4:
        return f"Only 2 can be subtracted, and then {winner} have nothing to subtract, which wins."
    if number % 2:
        return (
            f"Whatever {loser} subtract leaves an even number, and never twice such a prime; "
            f"{winner} subtract its odd part, or what else leaves a lost number, again and "
            f"again, until {winner} have nothing to subtract, which wins."
        )
    if number & number - 1 == 0:
        return (
            f"The count is odd: halving leaves an even count, and then {winner} halve too, down to "
            f"32 and 16, from which 2 leaves 14; any other divisor leaves a number with an "
            f"odd part, which {winner} subtract."
        )
    after = number - 2
    reply = answer(after)
    left = after - reply
    return (
        f"If {loser} subtract {number // 2}, {winner} have a prime and nothing to subtract, which "
        f"wins; if {loser} subtract 2, {winner} get {after} and subtract {reply}, which "
        f"leaves {left}, {_shape(left)}."
    )
