"""The cost of calls to language models, and the budget for it."""

from __future__ import annotations

from divisor_duel.arena.players.protocol import PlayerUnreachable

FIRST_GAMES = 4
"""Limit on concurrent games while the cost of a game is unknown."""


class CostBudget:
    """Money spent on calls, and the budget."""

    def __init__(self, spent: float = 0.0, limit: float | None = None) -> None:
        self.spent = spent
        """Money spent so far."""
        self.limit = limit
        """Spending limit; None for no limit."""
        self.calls = 0
        """Number of calls."""
        self.tokens = 0
        """Number of prompt and completion tokens."""
        self.games = 0
        """Number of games played to the end."""
        self._before = spent

    def check(self) -> None:
        """Raise PlayerUnreachable if the budget is used up."""
        if self.is_used_up:
            raise PlayerUnreachable(f"the budget of {self.limit:g} is used up")

    def add_earlier_cost(self, cost: float) -> None:
        """Start another set of games, on which earlier runs have spent `cost`."""
        self.spent += cost
        self.games, self._before = 0, self.spent

    def has_room(self, under_way: int) -> bool:
        """Return whether the budget should last for one game more than `under_way`.

        Money spent on an unfinished game is wasted. So fewer games run at once near the end
        of a budget, and until the first game shows what a game costs. Short games end first,
        so the estimate divides all spending by the finished games only.
        """
        if self.limit is None or not under_way:
            return True
        if not self.games:
            return under_way < FIRST_GAMES
        cost = (self.spent - self._before) / self.games
        return self.spent + (under_way + 1) * cost <= self.limit

    @property
    def is_used_up(self) -> bool:
        """Whether the budget is used up."""
        return self.limit is not None and self.spent >= self.limit
