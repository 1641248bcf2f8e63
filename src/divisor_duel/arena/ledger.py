"""What language models cost, and what they may cost altogether."""

from __future__ import annotations

from divisor_duel.arena.protocol import Trouble

FIRST_GAMES = 4
"""How many games are begun on a budget before one of them has shown what it costs."""


class Ledger:
    """What calls have cost, and what they may cost altogether."""

    def __init__(self, spent: float = 0.0, budget: float | None = None) -> None:
        self.spent = spent
        """What has been spent."""
        self.budget = budget
        """What may be; None for no limit."""
        self.calls = 0
        """How many calls were made."""
        self.tokens = 0
        """How many tokens were read and written."""
        self.games = 0
        """How many games were played to their end."""
        self._before = spent

    def check(self) -> None:
        """Refuse another call when the budget is used up."""
        if self.is_empty:
            raise Trouble(f"the budget of {self.budget:g} is used up")

    def bring(self, cost: float) -> None:
        """Begin with another kind of games, on which so much was spent in earlier runs."""
        self.spent += cost
        self.games, self._before = 0, self.spent

    def has_room(self, under_way: int) -> bool:
        """Whether the budget should last for one more game beside those under way.

        What is spent on a game that does not end buys nothing, so near the end of a budget,
        and before it is known what a game costs, fewer games are under way. Short games end
        first: all that was spent is counted for those that have ended.
        """
        if self.budget is None or not under_way:
            return True
        if not self.games:
            return under_way < FIRST_GAMES
        cost = (self.spent - self._before) / self.games
        return self.spent + (under_way + 1) * cost <= self.budget

    @property
    def is_empty(self) -> bool:
        """Whether nothing may be spent any more."""
        return self.budget is not None and self.spent >= self.budget
