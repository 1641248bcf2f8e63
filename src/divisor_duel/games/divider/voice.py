"""Divider Duel: what is said in a game, in the wording of the rule book's sample session."""

from __future__ import annotations

from divisor_duel.game import Outcome
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.numbers import members
from divisor_duel.terminal.voices import Lines, Voice


class DividerVoice(Voice[Divider, DividerPosition]):
    """Divider Duel's sample session."""

    prompt = "Enter the number you wish to remove: "

    def opening(self, position: DividerPosition) -> Lines:
        return [f"Shared List: {list(members(position.left))}", ""]

    def recall(self, position: DividerPosition) -> Lines:
        return self.opening(position)

    def turn(self, position: DividerPosition) -> Lines:
        return [f"{self.mover(position)}, it's your turn."]

    def moved(self, before: DividerPosition, move: int, after: DividerPosition, who: str) -> Lines:
        return [
            "",
            f"{who} removed {move}.",
            f"Numbers divisible by {move} have been removed.",
            f"Updated Shared List: {list(members(after.left))}",
            "",
        ]

    def ended(self, position: DividerPosition, outcome: Outcome) -> Lines:
        return [self.win(outcome)]


VOICE = DividerVoice
