"""The games of a bench: every player against every level."""

from __future__ import annotations

import pytest

from divisor_duel.arena.bench.gauntlet import ANCHORS, ROUNDS, gauntlet
from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.players.terms import SAMPLED, Terms
from divisor_duel.games.registry import OWN_GAMES
from divisor_duel.questions.bench_positions import TIERS


@pytest.mark.parametrize("tier", TIERS)
def test_players_meet_levels_and_nobody_else(tier: str) -> None:
    """Each player meets each level twice a round in each game of the bench, from sampled starts."""
    players = read_players(["hard", "twin=hard"])
    plan = gauntlet(players, tier, Terms())
    levels = {f"level-{name}" for name in ANCHORS}
    pairs = {frozenset(entry.name for entry in task.players) for task in plan.tasks()}
    assert pairs == {frozenset((name, level)) for name in ("hard", "twin") for level in levels}
    assert len(plan.tasks()) == 2 * len(levels) * 2 * ROUNDS[tier] * len(plan.setups)
    assert {setup.game for setup in plan.setups} <= set(OWN_GAMES)
    assert plan.terms.starts == SAMPLED


def test_larger_tiers_have_more_rounds() -> None:
    """Every tier of positions has its rounds of games."""
    assert ROUNDS.keys() == TIERS.keys()
    assert sorted(ROUNDS.values()) == [ROUNDS[tier] for tier in TIERS]
