"""Plans of sweeps: options, titles, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, OptionsError
from divisor_duel.sweep import (
    Plan,
)


def test_other_options_stay_as_they_are() -> None:
    """Every task has the fixed options, the defaults and its own size."""
    plan = Plan(GAMES["chain"], {"low": 3}, "high", range(10, 31, 10))
    assert [task.options for task in plan.tasks()] == [
        {"low": 3, "high": high, "opening": "any"} for high in (10, 20, 30)
    ]
    assert plan.title == "Divisor Duel: Chain (low 3, opening any), high 10 to 30 in steps of 10"


@pytest.mark.parametrize(
    ("options", "sizes", "words"),
    [
        ({}, range(2, 2), "needs at least one size"),
        ({}, range(2, 90_000), "at most 10000 sizes"),
        ({"low": 5}, range(3, 9), "high cannot be 3 here: low must not be above high"),
    ],
)
def test_plans_that_cannot_be_are_refused(
    options: dict[str, Any], sizes: range, words: str
) -> None:
    """An empty, endless or contradictory plan is refused before any work."""
    with pytest.raises(OptionsError, match=words):
        Plan(GAMES["divider"], options, "high", sizes)
