"""Decisions from random games, for questions that are safe to train on."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, DuelError
from divisor_duel.game import Value
from divisor_duel.questions.bench_positions import position_of
from divisor_duel.questions.exact_values import values
from divisor_duel.questions.random_decisions import decisions, draw
from divisor_duel.questions.reserved import is_reserved


@pytest.mark.parametrize("name", GAMES)
def test_no_decision_is_reserved_for_benches(name: str) -> None:
    """Whatever the seed, positions of the reserved eighth are never handed out."""
    game = GAMES[name](**GAMES[name].fair.options)
    for seed in range(3):
        items = decisions(game, 12, seed)
        assert not any(is_reserved(game, position_of(item)) for item in items)
        for item in items[:3]:
            worth = values(game, position_of(item))
            wins = tuple(sorted(move for move, value in worth.items() if value is Value.WIN))
            assert (item.winning, item.moves) == (wins, len(worth))
            assert 0 < item.chance <= 0.5


def test_excluded_positions_are_not_drawn() -> None:
    """Drawing goes on without them, and all kinds take turns."""
    game = GAMES["countdown"](start=60)
    free = draw(game, "seed", 4, lambda position: False)
    numbers = {list(game.positions(decision.played))[-1].number for decision in free}
    others = draw(game, "seed", 4, lambda position: getattr(position, "number", 0) in numbers)
    assert len(free) == 4
    assert not {list(game.positions(x.played))[-1].number for x in others} & numbers
    assert len({decision.kind for decision in free}) > 1


def test_a_set_up_without_decisions_is_refused() -> None:
    """If every move wins or none does, there is nothing to ask."""
    with pytest.raises(DuelError, match="has nothing to decide"):
        decisions(GAMES["countdown"](start=4), 3, 1)
