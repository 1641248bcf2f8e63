"""The plain search of Divider Duel keeps its time on long lists."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import STEPS_PER_SECOND
from divisor_duel.games.divider.solving.number_set import NumberSet


def test_time_is_asked_for_every_long_list_that_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """Splitting thousands of numbers takes long, so a list of 3000 is split once a step at most."""
    splits: list[int] = []
    split = NumberSet.split

    def counted(self: NumberSet, state: int) -> list[int]:
        splits.append(state.bit_count())
        return split(self, state)

    monkeypatch.setattr(NumberSet, "split", counted)
    game, steps = GAMES["divider"](high=3000), 40
    analysis = Engine(clock=StepClock).judge(game, game.start(), steps / STEPS_PER_SECOND, 0)
    assert len(analysis) == 2999
    assert sum(size > 2000 for size in splits) <= steps
