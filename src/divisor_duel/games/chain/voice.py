"""Chain: what is said in a game, in the wording of the rule book's sample session."""

from __future__ import annotations

from divisor_duel.game import Outcome
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import members
from divisor_duel.terminal.voices import Lines, Voice


class ChainVoice(Voice[Chain, ChainPosition]):
    """Chain's sample session."""

    prompt = "- Enter your chosen number: "

    def opening(self, position: ChainPosition) -> Lines:
        return [f"Shared Numbers: {self._shortened(members(self.start.pool))}", ""]

    def _shortened(self, numbers: tuple[int, ...]) -> str:
        """Five numbers, dots and the last, as in the sample; short lists in full."""
        if len(numbers) <= 7:
            return str(list(numbers))
        return f"[{', '.join(map(str, numbers[:5]))}, ..., {numbers[-1]}]"

    def turn(self, position: ChainPosition) -> Lines:
        taken = members(self.start.pool & ~position.pool)
        excluding = f" (excluding {', '.join(map(str, taken))})" if taken else ""
        available = self._shortened(members(position.pool))
        return [
            f"{self.mover(position)}'s Turn:",
            f"- Last Opponent Number: {position.last or None}",
            f"- Available Numbers: {available}{excluding}",
            *self._choices(position),
        ]

    def _choices(self, position: ChainPosition) -> Lines:
        legal = ", ".join(map(str, self.game.legal_moves(position))) or "none"
        if position.last:
            return [f"- Valid choices (factors/multiples of {position.last}): {legal}"]
        return [f"- Valid choices (even numbers): {legal}"] if self.game.opening == "even" else []

    def moved(self, before: ChainPosition, move: int, after: ChainPosition, who: str) -> Lines:
        return [""]

    def ended(self, position: ChainPosition, outcome: Outcome) -> Lines:
        return [
            *self.turn(position),
            f"{self.mover(position)} has no valid choice and loses.",
            self.win(outcome),
        ]


VOICE = ChainVoice
