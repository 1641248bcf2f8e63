"""The schedule: a round robin in which both players of a pair begin equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from divisor_duel import OptionsError
from divisor_duel.arena import Policy, read_setups
from divisor_duel.arena.run.schedule import first_difference
from divisor_duel.games.registry import GAMES
from tests.arena.playing import make_plan


def test_every_two_meet_and_both_begin_equally_often() -> None:
    """Each pair has as many games from each side in each game, all with keys of their own."""
    plan = make_plan(["random", "easy", "hard"], "chain,digits", rounds=4)
    tasks = plan.tasks()
    assert len({task.key for task in tasks}) == len(tasks) == 3 * 2 * 4 * 2
    sides = Counter((task.setup.label, *(entry.name for entry in task.players)) for task in tasks)
    assert set(sides.values()) == {4}
    assert len(sides) == 2 * 3 * 2


def test_set_ups_can_have_options() -> None:
    """Options are written after the game, and are checked."""
    one, two = read_setups(["chain:high=30:opening=any", "digits"], "fair")
    assert dict(one.options) == {"low": 2, "high": 30, "opening": "any"}
    assert dict(two.options) == {"base": 10, **GAMES["digits"].fair.options}
    for texts in (["chess"], ["chain:size=3"], ["chain:high=x"], ["chain", "chain"], []):
        with pytest.raises(OptionsError):
            read_setups(texts, "fair")
    with pytest.raises(OptionsError, match="over before it begins"):
        read_setups(["countdown:start=7"], "fair")


def test_policies_are_read_and_written() -> None:
    """A policy is `forfeit` or `retry:K` and nothing else."""
    for text in ("forfeit", "retry:1", "retry:20"):
        assert str(Policy.read("illegal", text)) == text
    for text in (
        "retry",
        "retry:0",
        "retry:x",
        "retry:101",
        "retry:0099999",
        "random",
        "",
        "retry:²",
    ):
        with pytest.raises(OptionsError, match="illegal must be forfeit or retry:K"):
            Policy.read("illegal", text)


def test_a_tournament_may_grow_but_not_change() -> None:
    """More rounds, players and games go on from fewer; other terms do not."""
    small = make_plan(["easy", "hard"]).settings()
    grown = make_plan(["easy", "hard", "random"], "chain,digits", rounds=9).settings()
    assert first_difference(small, grown) is None
    assert first_difference(small, make_plan(["easy", "hard"], seed=5).settings()) == "seed"
    swapped = make_plan(["hard=easy", "easy"]).settings()
    assert first_difference(small, swapped) == "players"


def test_too_many_games_are_refused() -> None:
    """A tournament that would never end is refused at once."""
    with pytest.raises(OptionsError, match="too many"):
        make_plan(["easy", "hard"], rounds=600_000)
