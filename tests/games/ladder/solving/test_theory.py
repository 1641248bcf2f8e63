"""Ladder's theory: a start of any size is known, and explained."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.games.ladder.rules import Ladder
from divisor_duel.games.ladder.solving.theorem import doublings


def test_the_largest_pool_is_known_without_search() -> None:
    """On 2..100000 the start is lost at once, with a reason, and nothing is called best."""
    game = GAMES["ladder"](high=100_000)
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 0)
    assert doublings(100_000) == 15
    assert analysis.value is Value.WIN
    assert analysis.winning == (2,)
    assert analysis.reason.startswith("Take 2. Answer 4 with 8; 8, 16, 32 and so on with 6; any")


@pytest.mark.parametrize("high", range(3, 60))
def test_every_start_is_explained(high: int) -> None:
    """No start's reason merely reports a search."""
    game = Ladder(high=high)
    analysis = analyze(game, game.start())
    assert "The computer checked" not in analysis.reason
