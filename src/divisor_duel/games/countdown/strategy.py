"""How Countdown is won: leave your opponent a number that loses.

In normal play these are the odd numbers and every second power of two. A player who gets any
other number can leave one of them by one of two rules. Misere has other numbers, and one rule.
"""

from __future__ import annotations

from dataclasses import dataclass

from divisor_duel.factors import proper_divisors
from divisor_duel.games.countdown.proofs import (
    EXCEPTIONS,
    CountdownProof,
    MisereCountdownProof,
    is_lost_in_misere,
    misere_answer,
)
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.parts import Strategies
from divisor_duel.strategy import Rule

CountdownRule = Rule[CountdownPosition]


@dataclass(frozen=True)
class Halve(CountdownRule):
    """Halve a power of two, so that the opponent gets one with an odd number of twos."""

    lost: int
    """The power of two that the opponent gets first."""

    def move(self, position: CountdownPosition) -> int:
        number = position.number
        halves = number > 2 and number & number - 1 == 0 and number.bit_length() % 2 == 1
        return number // 2 if halves else 0

    def words(self, position: CountdownPosition) -> str:
        return "If the number is only twos multiplied together, such as 16, halve it."

    def because(self, position: CountdownPosition, *, winning: bool) -> str:
        half = self.lost // 2
        if winning:
            return (
                f"{self.lost} is {_twos(self.lost)}. If they halve it, halve {half}. If they take "
                "anything else, leave an odd number."
            )
        return (
            f"{self.lost} is {_twos(self.lost)}. Halve it, and your opponent halves {half}. Take "
            "anything else, and they leave you an odd number."
        )


@dataclass(frozen=True)
class LeaveOdd(CountdownRule):
    """Subtract the largest odd divisor of an even number, which leaves an odd number."""

    lost: int
    """The number that the opponent gets first."""

    def move(self, position: CountdownPosition) -> int:
        odd = position.number // (position.number & -position.number)
        return odd if 1 < odd < position.number else 0

    def words(self, position: CountdownPosition) -> str:
        return "Leave an odd number: take the largest odd divisor."

    def because(self, position: CountdownPosition, *, winning: bool) -> str:
        if self.lost % 2 == 0:
            return ""  # `Halve` says it
        if winning:
            return (
                "An odd number has only odd divisors, so your opponent must give you an even "
                "number that still has one, and you leave an odd number again."
            )
        return (
            f"{self.lost} is odd, so all its divisors are odd. Whatever you take leaves an even "
            "number with an odd divisor, and your opponent leaves you an odd number again."
        )


def _twos(power: int) -> str:
    """Say how many twos make a power of two."""
    count = power.bit_length() - 1
    return f"{COUNTS.get(count, count)} twos multiplied together"


COUNTS = {3: "three", 5: "five", 7: "seven", 9: "nine"}


def rules(
    game: Countdown, lost: CountdownPosition, proof: CountdownProof
) -> tuple[CountdownRule, ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move."""
    leave_odd = LeaveOdd(lost.number)
    return (leave_odd,) if lost.number % 2 else (Halve(lost.number), leave_odd)


def move_words(game: Countdown, position: CountdownPosition, move: int) -> str:
    """Return a move as an instruction."""
    return f"take {move} to leave {position.number - move}"


STRATEGY = Strategies(rules, move_words)


MOST_REPLIES = 2
"""Most replies of which a headline names every answer."""


@dataclass(frozen=True)
class LeaveLosing(CountdownRule):
    """Leave a number that loses in misere."""

    lost: int
    """The number that the opponent gets first."""

    def move(self, position: CountdownPosition) -> int:
        return misere_answer(position.number)

    def words(self, position: CountdownPosition) -> str:
        exceptions = ""
        if position.number >= min(EXCEPTIONS):
            exceptions = f" From {min(EXCEPTIONS)} on there are {len(EXCEPTIONS)} exceptions."
        return (
            "Leave a losing number: 4, 32, 128, 512 and so on; or twice a prime from 5 on "
            "(not 17, 257 or 65537); or an odd number, but no prime and not three times such a "
            f"prime.{exceptions}"
        )

    def because(self, position: CountdownPosition, *, winning: bool) -> str:
        replies = proper_divisors(self.lost)
        if len(replies) <= MOST_REPLIES:
            answers = " ".join(self._answer(reply, winning=winning) for reply in replies)
            return f"{answers} {self._ends(replies)}".rstrip()
        who, whose = ("they", "you") if winning else ("you", "they")
        answer = self._answer(replies[-1], winning=winning)
        return (
            f"{self.lost} loses: whatever {who} take, {whose} can leave a losing number again. "
            f"For example, {answer[0].lower()}{answer[1:]}"
        )

    def _ends(self, replies: tuple[int, ...]) -> str:
        """Say that the numbers lose which the winner leaves after each reply."""
        left = [self.lost - reply for reply in replies]
        ends = sorted({number - answer for number in left if (answer := misere_answer(number))})
        if len(ends) > 1:
            return "Both lose."
        return f"{ends[0]} loses." if ends else ""

    def _answer(self, reply: int, *, winning: bool) -> str:
        """Say what the winner does after a reply."""
        left = self.lost - reply
        answer = misere_answer(left)
        reader, they = ("they", "") if winning else ("you", "they ")
        if answer:
            words = f"{they}take {answer} to leave {left - answer}"
        else:
            words = f"{they or 'you '}have nothing to take and win"
        return f"If {reader} take {reply}, {words}."


def misere_rules(
    game: Countdown, lost: CountdownPosition, proof: MisereCountdownProof
) -> tuple[CountdownRule, ...]:
    """Return the winner's rules in misere from `lost` on, where the opponent is to move."""
    assert is_lost_in_misere(lost.number)
    return (LeaveLosing(lost.number),)


MISERE_STRATEGY = Strategies(misere_rules, move_words)
