"""The frozen positions: the same for ever, real decisions, and a twin that shares none."""

from __future__ import annotations

from collections import Counter

import pytest

from divisor_duel import DuelError
from divisor_duel.game import Value
from divisor_duel.questions import bench_one
from divisor_duel.questions.bench_item import HELD_OUT, OPEN, hash_of
from divisor_duel.questions.bench_one import (
    HASHES,
    make_set,
    tier_positions,
)
from divisor_duel.questions.exact_values import values


def test_the_small_set_is_the_frozen_one() -> None:
    """Generated again, it has the expected hash, and is balanced over games and sizes."""
    items = tier_positions("small")
    assert hash_of(items) == HASHES["small", OPEN]
    counts = Counter((item.game, item.size) for item in items)
    assert set(counts.values()) == {6}
    assert len(counts) == 15
    assert {item.depth for item in items} == {"1", "3", "5+"}


def test_every_position_is_a_decision_with_the_right_answers() -> None:
    """Some moves win and at least half do not; the answers are those of the arena's judge."""
    for item in tier_positions("small"):
        game = item.build()
        *_, position = game.positions(item.played)
        worth = values(game, position)
        wins = tuple(sorted(move for move, value in worth.items() if value is Value.WIN))
        assert wins == item.winning
        assert len(worth) == item.moves
        assert 0 < item.chance <= 0.5


def test_the_twin_shares_no_position_that_could_be_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beyond the rule books' own set-ups no held-out position is an open one."""
    monkeypatch.setattr(bench_one, "tier_positions", lambda tier, seed: tier_positions("small"))
    found = make_set(2, HELD_OUT)
    taken = {(item.game, item.options, item.played) for item in tier_positions("small")}
    assert len(found) == 30
    assert not [x for x in found if x.size != "book" and (x.game, x.options, x.played) in taken]


def test_another_set_is_not_passed_off_as_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that makes other positions says so instead of scoring them."""
    others = tier_positions("small")[:5]
    monkeypatch.setattr(bench_one, "make_set", lambda count, seed: others)
    monkeypatch.setattr(bench_one, "HASHES", {("small", OPEN): "0" * 64})
    with pytest.raises(DuelError, match="other positions than bench 1"):
        bench_one.make_checked_set("small", OPEN)
