"""Countdown's proofs in words, for normal play and for misere.

The sentences for misere state only what holds for every lost number, including the few exceptions
to the rule in `solving/misere.py`: which replies there are, and what the winner leaves after one
of them.
"""

from __future__ import annotations

from divisor_duel.engine.reasons import common_reason
from divisor_duel.factors import proper_divisors
from divisor_duel.games.countdown.proofs import (
    CountdownProof,
    MisereCountdownProof,
    misere_answer,
)
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.parts import Reasons
from divisor_duel.proof import Answered, End, Tree


def sentence(game: Countdown, position: CountdownPosition, proof: CountdownProof) -> str:
    """Return the sentences for a proof, addressed to the player to move."""
    if isinstance(proof, Tree | Answered):
        return common_reason(game, position, proof)
    number, divisor = position.number, proof.move
    if isinstance(proof, End) and not divisor:
        return f"Nothing can be subtracted from {number}."
    if not divisor:
        return _lost(number)
    left = number - divisor
    begin = f"Take {divisor} to leave {left}"
    if isinstance(proof, End):
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


MOST_REPLIES = 2
"""Most replies for which the sentences for misere name every answer."""


def misere_sentence(
    game: Countdown, position: CountdownPosition, proof: MisereCountdownProof
) -> str:
    """Return the sentences for a misere proof, addressed to the player to move."""
    if isinstance(proof, Tree | Answered):
        return common_reason(game, position, proof)
    number, divisor = position.number, proof.move
    if isinstance(proof, End):
        return "Nothing can be subtracted, and in misere that wins."
    if not divisor:
        return _misere_loss(number, "you", "they")
    left = number - divisor
    return f"Subtract {divisor} and leave {left}. {_misere_loss(left, 'they', 'you')}"


def _misere_loss(number: int, loser: str, winner: str) -> str:
    """Explain a number from which `loser`, who is to move, loses."""
    replies = proper_divisors(number)
    if len(replies) <= MOST_REPLIES:
        clauses = [
            f"if {loser} subtract {reply}, {_misere_reply(number - reply, winner)}"
            for reply in replies
        ]
        return f"From {number}, {'; '.join(clauses)}. In misere, having nothing to subtract wins."
    if number % 2:
        begin = f"{number} is odd, so {loser} can leave only even numbers."
    else:
        begin = f"{loser.capitalize()} have {len(replies)} divisors of {number} to choose from."
    reply = replies[-1]
    return (
        f"{begin} {winner.capitalize()} can answer each of them: if {loser} subtract {reply}, "
        f"{_misere_reply(number - reply, winner)}. This goes on until {winner} have nothing to "
        "subtract, which wins in misere."
    )


def _misere_reply(left: int, winner: str) -> str:
    """Say what the winner does with the number that a reply leaves."""
    reply = misere_answer(left)
    if not reply:
        return f"{winner} have {left} and nothing to subtract"
    return f"{winner} get {left} and subtract {reply} to leave {left - reply}, which loses too"


REASONS = Reasons(sentence)
MISERE_REASONS = Reasons(misere_sentence)
