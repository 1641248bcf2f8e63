"""Countdown: what is said in a game, in the wording of the rule book's sample session."""

from __future__ import annotations

from divisor_duel.game import Outcome
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.terminal.voices import Lines, Voice

RULE = "-" * 40


class CountdownVoice(Voice[Countdown, CountdownPosition]):
    """Countdown's sample session."""

    prompt = "Enter your chosen divisor: "

    def opening(self, position: CountdownPosition) -> Lines:
        return [RULE, "Welcome to Divisor Duel!", "", f"Starting Number: {self.game.begin}", ""]

    def turn(self, position: CountdownPosition) -> Lines:
        return [
            f"{self.mover(position)}'s Turn",
            f"Current Number: {position.number}",
            f"Divisors available: {list(self.game.legal_moves(position))}",
        ]

    def moved(
        self, before: CountdownPosition, move: int, after: CountdownPosition, who: str
    ) -> Lines:
        return [f"New Current Number is {after.number}", ""]

    def ended(self, position: CountdownPosition, outcome: Outcome) -> Lines:
        return [*self.turn(position), "No valid moves available!", self.win(outcome), RULE]

    def resigned(self, outcome: Outcome) -> Lines:
        return [*super().resigned(outcome), RULE]


VOICE = CountdownVoice
