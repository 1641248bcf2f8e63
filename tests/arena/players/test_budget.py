"""The budget of a run: what was spent, and whether it lasts for another game."""

from __future__ import annotations

import pytest

from divisor_duel.arena.players.budget import CostBudget
from divisor_duel.arena.players.protocol import PlayerUnreachable


def test_games_are_begun_only_if_the_budget_should_last_for_them() -> None:
    """A few begin before costs are known, then as many as can be paid; one alone always may."""
    budget = CostBudget(spent=5.0, limit=10.0)
    assert [budget.has_room(under_way) for under_way in (0, 3, 4)] == [True, True, False]
    budget.games, budget.spent = 2, 6.0  # half a unit for a game
    assert [budget.has_room(under_way) for under_way in (7, 8)] == [True, False]
    budget.spent = 9.9
    assert [budget.has_room(under_way) for under_way in (0, 1)] == [True, False]
    assert CostBudget().has_room(4096)


def test_a_budget_that_is_used_up_stops_all_calls() -> None:
    """Spending as much as the limit uses it up; without a limit nothing does."""
    budget = CostBudget(limit=2.0)
    budget.spent = 1.99
    budget.check()
    budget.spent = 2.0
    assert budget.is_used_up
    with pytest.raises(PlayerUnreachable, match="the budget of 2 is used up"):
        budget.check()
    assert not CostBudget(spent=1e9).is_used_up


def test_the_cost_of_earlier_runs_is_spent_but_is_no_estimate() -> None:
    """What earlier runs cost counts for the limit, but not for the price of a game."""
    budget = CostBudget(limit=10.0)
    budget.games = 3
    budget.add_earlier_cost(8.0)
    assert (budget.spent, budget.games) == (8.0, 0)
    assert budget.has_room(3)
    budget.games, budget.spent = 1, 8.5  # half a unit for a game
    assert [budget.has_room(under_way) for under_way in (2, 3)] == [True, False]
