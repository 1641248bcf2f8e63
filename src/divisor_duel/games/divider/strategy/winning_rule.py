"""What the rules of Divider Duel have in common: they know lost positions.

A rule gives a move only if the move leaves a position that it knows to be lost.
"""

from __future__ import annotations

from abc import abstractmethod

from divisor_duel.games.divider.rules import DividerPosition
from divisor_duel.strategy import Rule


class WinningRule(Rule[DividerPosition]):
    """A rule that knows some lost positions, as masks of the numbers left."""

    @property
    def is_complete(self) -> bool:
        """Whether the rule leads to the end of the game without a search."""
        return True

    @property
    def depth(self) -> int:
        """Limit on the answers from a list before every number left has a partner."""
        return 0

    @abstractmethod
    def is_lost(self, left: int) -> bool:
        """Return whether the rule shows that the player to move loses."""

    @abstractmethod
    def answer(self, left: int) -> int:
        """Return a number that leaves a lost position; 0 if the rule does not apply."""

    def move(self, position: DividerPosition) -> int:
        return self.answer(position.left)


Rules = tuple[WinningRule, ...]
"""The rules of one lost position: the first knows which positions are lost."""


def is_lost(rules: Rules, left: int) -> bool:
    """Return whether the rules show that the player to move loses."""
    return rules[0].is_lost(left) if rules else not left


def answer_of(rules: Rules, left: int) -> int:
    """Return the answer of the first rule that applies; 0 if none does."""
    return next(filter(None, (rule.answer(left) for rule in rules)), 0)
