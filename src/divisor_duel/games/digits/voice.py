"""Digits: what is said in a game, in the wording of the rule book's sample session."""

from __future__ import annotations

from divisor_duel.game import Outcome
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members
from divisor_duel.terminal.voices import Lines, Voice


class DigitsVoice(Voice[Digits, DigitsPosition]):
    """Digits' sample session."""

    prompt = "Select a digit: "

    def _digits(self, position: DigitsPosition) -> str:
        return " ".join(self.game.format_move(digit) for digit in members(position.left))

    def opening(self, position: DigitsPosition) -> Lines:
        base = [] if self.game.base == 10 else [f"Base: {self.game.base}"]
        return [
            f"Target Divisor: {self.game.target}",
            *base,
            *self.recall(position),
        ]

    def recall(self, position: DigitsPosition) -> Lines:
        return [
            f"Available Digits: {self._digits(position)}",
            f"Current Number: {self.game.written(position.number)}",
            "",
        ]

    def turn(self, position: DigitsPosition) -> Lines:
        return [f"{self.mover(position)}'s turn."]

    def moved(self, before: DigitsPosition, move: int, after: DigitsPosition, who: str) -> Lines:
        written = f"Current Number: {self.game.written(after.number)}"
        if self.game.outcome(after) is None:
            return [written, f"Available Digits: {self._digits(after)}", self._check(after), ""]
        if after.number % self.game.target == 0:
            return [written, self._check(after), ""]
        return [written, self._check(after), "", "Final Digit Pool: Empty", written]

    def _check(self, position: DigitsPosition) -> str:
        """How the division comes out; from four digits on with decimals, as in the sample."""
        number, target = position.number, self.game.target
        text = self.game.written(number)
        quotient, remainder = divmod(number, target)
        if remainder == 0:
            return f"{text} ÷ {target} = {quotient} (no remainder)"
        if len(text) < 4 or self.game.base != 10:
            return f"{text} is not divisible by {target}."
        decimals = remainder * 1000 // target
        return f"{text} ÷ {target} = {quotient}.{decimals:03} (remainder ≠ 0)"

    def ended(self, position: DigitsPosition, outcome: Outcome) -> Lines:
        winner = self.names[outcome.winner]
        if position.number % self.game.target == 0:
            return [f"Result: {winner} wins."]
        loser = self.names[outcome.winner.other]
        return [
            f"No player has created a number divisible by {self.game.target}.",
            f"Result: The last player to move ({loser}) loses. {winner} wins.",
        ]


VOICE = DigitsVoice
