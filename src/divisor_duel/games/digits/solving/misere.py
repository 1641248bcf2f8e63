"""Misere Digits: making a multiple loses; otherwise writing the last digit wins.

Let t be the target, b the base, L the player who writes the last digit and F the other player. If
t is b or more, no two digits leave the same remainder, so at any moment at most one digit makes a
multiple. A player with two digits or more can therefore wait, and only the last digit is forced:
play lasts until all are written, and F wins exactly if L must complete a multiple then.

**L wins if t > (b^2 - 1)(b - 2), and three digits or more are left when L is to move.** L waits
until three are left. Of these at most one makes a multiple at once. If writing x lets F force a
multiple at the end, the three digits in some order starting with x make it one. Two such x give
two orders whose values differ, by a multiple of t; but the values of two orders of the digits
h > m > l differ by at most (b^2 - 1)(h - l), between h m l and l m h, which is less than t. So at
most one x is bad in this way, at most one in the other, and the third wins.

For smaller targets a search by remainders decides. It was run for all of them in bases 4 to 10:
L loses only for some targets below b, for 9 in base 4 and for 12 in base 9.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.verdict import Verdict
from divisor_duel.games.digits.proofs import Answers, Last, Remainders, last_digit_decides
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.proof import Proof
from divisor_duel.proofs.budget import CheckBudget, Limits

LAST_WEIGHT = 3
"""Weight of a proof by the theorem: a small tree is easier to check."""


class MisereDigits(Deepening[DigitsPosition]):
    """The theorem, else a search by remainders; below the base, iterative deepening."""

    def __init__(self, game: Digits, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._digits, self._remainders = (
            game,
            Remainders(game, CheckBudget(Limits(None, None, None))),
        )

    @property
    def bytes_held(self) -> int:
        return super().bytes_held + self._bytes_each * len(self._remainders)

    def _judge(
        self, position: DigitsPosition, clock: Clock, hurry: bool = False
    ) -> dict[int, Verdict]:
        if self._digits.target < self._digits.base:
            return super()._judge(position, clock, hurry)
        legal = self.game.legal_moves(position)
        verdicts = dict.fromkeys(legal, Verdict())
        with suppress(OutOfTimeError):
            for digit in legal:
                clock.check()
                after = self._digits.play(position, digit)
                lost, over = self._wins_for_writer(after, clock), self._digits.outcome(after)
                verdicts[digit] = Verdict(not lost, 0 if over else after.left.bit_count())
                if hurry and lost:
                    break
        return verdicts

    def _is_lost(self, position: DigitsPosition, clock: Clock) -> bool:
        if last_digit_decides(self._digits, position):
            return position.left.bit_count() % 2 == 0

        def pause() -> None:
            clock.check()
            if len(self._remainders) > self._most:
                self._remainders.forget()

        return self._remainders.is_lost(position, pause)

    def explain(self, position: DigitsPosition, clock: Clock, depth: int = 0) -> Last | None:
        return Last(0) if last_digit_decides(self._digits, position) else None

    tree_depth = 0

    def answered(self, position: DigitsPosition, winning: list[int], clock: Clock) -> Answers:
        move = winning[0] if winning else 0
        lost = self._digits.play(position, move) if move else position
        replies = self._digits.legal_moves(lost)
        return Answers(move, tuple((reply, self._answer(lost, reply, clock)) for reply in replies))

    def _answer(self, lost: DigitsPosition, reply: int, clock: Clock) -> int:
        """Return the winner's first answer that wins; 0 if the reply ends the game."""
        game, reached = self._digits, self._digits.play(lost, reply)
        if game.outcome(reached):
            return 0
        return next(
            digit
            for digit in game.legal_moves(reached)
            if self._wins_for_writer(game.play(reached, digit), clock)
        )

    def _wins_for_writer(self, position: DigitsPosition, clock: Clock) -> bool:
        """Return whether the player who just wrote a digit wins."""
        over = self._digits.outcome(position)
        return over.winner != position.to_move if over else self._is_lost(position, clock)

    def weight(self, proof: Proof) -> int:
        return LAST_WEIGHT


THEORY = MisereDigits
