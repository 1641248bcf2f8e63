"""Ladder: what is said in a game, in the wording of the rule book's sample session."""

from __future__ import annotations

from divisor_duel.game import Outcome, Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.numbers import members, ranges
from divisor_duel.terminal.voices import Lines, Voice


class LadderVoice(Voice[Ladder, LadderPosition]):
    """Ladder's sample session."""

    def opening(self, position: LadderPosition) -> Lines:
        return []

    def _state(self, position: LadderPosition) -> Lines:
        return [
            f"Current Number Pool: [{self._pool(position)}]",
            f"{self.names[Player.ONE]}'s Current Number: {position.one}",
            f"{self.names[Player.TWO]}'s Current Number: {position.two}",
            "",
        ]

    def _pool(self, position: LadderPosition) -> str:
        """Six numbers and the range of the rest, as in the sample; short pools in full.

        The sample's range leaves out "previously selected numbers". It is told like that only
        where they are the players' own, which the next lines show; else they are not listed.
        """
        pool = members(position.pool)
        if len(pool) <= 12:
            return ", ".join(map(str, pool))
        rest, note = pool[6:], ""
        told = ranges(rest)
        selected = {*range(rest[0], rest[-1])}.difference(rest)
        if selected and selected <= {position.one, position.two}:
            told, note = f"{rest[0]}-{rest[-1]}", " (excluding previously selected numbers)"
        return f"{', '.join(map(str, pool[:6]))}, {told}{note}"

    def turn(self, position: LadderPosition) -> Lines:
        return [
            *self._state(position),
            f"{self.mover(position)}, it's your turn.",
            f"Your Current Number: {position.own}",
        ]

    def question(self, position: LadderPosition) -> str:
        return f"Select a number that is a multiple of {position.own} from the pool:\n"

    def moved(self, before: LadderPosition, move: int, after: LadderPosition, who: str) -> Lines:
        return [
            f"{who} {'have' if who == 'You' else 'has'} selected {move}.",
            f"{move} is removed from the pool.",
            f"{self.mover(before)}'s Current Number is now {move}.",
            "",
        ]

    def ended(self, position: LadderPosition, outcome: Outcome) -> Lines:
        stuck = self.mover(position)
        return [
            *self._state(position),
            f"{stuck} cannot make a valid move: no multiple of {position.own} is left.",
            self.win(outcome),
        ]


VOICE = LadderVoice
