"""Misere Countdown: why somebody wins, in words.

The sentences state only what holds for every lost number, the few exceptions to the rule in
`misere.py` included: which replies there are, and what the winner leaves after one of them.
"""

from __future__ import annotations

from divisor_duel.factors import proper_divisors
from divisor_duel.games.countdown.misere_certificate import answer
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.proof import END, Proof

MOST_REPLIES = 2
"""Up to this many replies, the sentences name the answer to each."""


def tell(game: Countdown, position: CountdownPosition, proof: Proof) -> str:
    """Return the sentences for a proof, to the player to move."""
    number, divisor = position.number, proof["move"]
    if proof["kind"] == END:
        return "Nothing can be subtracted, and in misere that wins."
    if not divisor:
        return _why(number, "you", "they")
    left = number - divisor
    return f"Subtract {divisor} and leave {left}. {_why(left, 'they', 'you')}"


def _why(number: int, loser: str, winner: str) -> str:
    """Explain a number from which `loser`, who is to move, loses."""
    replies = proper_divisors(number)
    if len(replies) <= MOST_REPLIES:
        told = [f"if {loser} subtract {reply}, {_met(number - reply, winner)}" for reply in replies]
        said = "; ".join(told)
        return f"From {number}, {said}. In misere, having nothing to subtract wins."
    if number % 2:
        begin = f"{number} is odd, so {loser} can leave only even numbers."
    else:
        begin = f"{loser.capitalize()} have {len(replies)} divisors of {number} to choose from."
    reply = replies[-1]
    return (
        f"{begin} {winner.capitalize()} can answer each of them: if {loser} subtract {reply}, "
        f"{_met(number - reply, winner)}. This goes on until {winner} have nothing to subtract, "
        "which wins in misere."
    )


def _met(left: int, winner: str) -> str:
    """Tell what the winner does with the number that a reply leaves."""
    reply = answer(left)
    if not reply:
        return f"{winner} have {left} and nothing to subtract"
    return f"{winner} get {left} and subtract {reply} to leave {left - reply}, which loses too"
