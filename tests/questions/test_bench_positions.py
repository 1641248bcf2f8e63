"""The frozen positions of Bench 2: no rule of thumb scores, and each is a real decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

import pytest

from divisor_duel import DuelError
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.game import Value
from divisor_duel.questions import bench_positions
from divisor_duel.questions.bench_item import (
    HELD_OUT,
    OPEN,
    RULES_PART,
    SKILL_PART,
    Item,
    hash_of,
)
from divisor_duel.questions.bench_positions import (
    HASHES,
    TIERS,
    PositionSet,
    frozen_items,
    in_tier,
    items_of_rows,
    open_forms,
    position_of,
    position_set,
    rows_of,
)
from divisor_duel.questions.bench_selection import MOST_BY_RULE
from divisor_duel.questions.exact_values import values
from divisor_duel.questions.one_ply_rules import RULES, Choice, Rule
from divisor_duel.questions.reserved import canonical_form, is_reserved
from tests.questions.held_aside_rules import HELD_ASIDE, LOOKED_AT, UNTOUCHED

MOST_BY_HELD_ASIDE = 0.3
"""Limit on the score of a rule that had no part in the selection."""


@cache
def choice_of(item: Item) -> Choice:
    """The position of an item, as a rule sees it."""
    game, position = item.build(), position_of(item)
    last = item.played[-1] if item.played else 0
    return Choice.of(game, position, item.listed(game.legal_moves(position)), last)


@cache
def is_right(rule: Rule, item: Item) -> bool:
    """Whether a rule finds a winning move."""
    return rule(choice_of(item)) in item.winning


def best(rules: Mapping[str, Rule], items: list[Item]) -> float:
    """The score of the best rule on these positions, corrected for chance."""
    chance = sum(item.chance for item in items)
    most = max(sum(is_right(rule, item) for item in items) for rule in rules.values())
    return (most - chance) / (len(items) - chance)


@pytest.mark.parametrize("tier", TIERS)
def test_no_rule_of_thumb_scores(tier: str) -> None:
    """In each game, and with each ending, the best published rule stays below the limit."""
    items = [item for item in position_set(tier).items if item.part == SKILL_PART]
    for group in ("game", "family"):
        for name in {getattr(item, group) for item in items}:
            members = [item for item in items if getattr(item, group) == name]
            assert best(RULES, members) <= MOST_BY_RULE, (tier, name)
    assert len(RULES) >= 20


@pytest.mark.parametrize("tier", TIERS)
def test_no_rule_held_aside_scores(tier: str) -> None:
    """Rules that had no part in the selection stay low in each game."""
    items = [item for item in position_set(tier).items if item.part == SKILL_PART]
    for game in {item.game for item in items}:
        members = [item for item in items if item.game == game]
        for rules in (LOOKED_AT, HELD_ASIDE, UNTOUCHED):
            assert best(rules, members) <= MOST_BY_HELD_ASIDE, (tier, game)
            assert len(rules) == 10
            assert not rules.keys() & RULES.keys()


def test_each_tier_is_the_frozen_one() -> None:
    """A tier has its hash, its size in each family, and contains the smaller tiers."""
    smaller: set[str] = set()
    for tier, size in TIERS.items():
        items = position_set(tier).items
        assert hash_of(items) == HASHES[tier]
        counts = Counter((item.part, item.family) for item in items)
        assert {count for (part, _), count in counts.items() if part == SKILL_PART} == {size.skill}
        assert {count for (part, _), count in counts.items() if part == RULES_PART} == {size.rules}
        assert len({item.id for item in items}) == len(items)
        assert smaller <= {item.id for item in items}
        smaller = {item.id for item in items}


def test_every_position_is_a_decision_of_its_part() -> None:
    """Answers are exact; wins in one move are only in the part about the rules."""
    for item in position_set("small").items:
        game, position = item.build(), position_of(item)
        worth = values(game, position)
        wins = tuple(sorted(move for move, value in worth.items() if value is Value.WIN))
        assert (wins, len(worth)) == (item.winning, item.moves)
        assert 0 < item.chance <= (0.4 if item.part == SKILL_PART else 0.5)
        at_once = Lookahead(game, 20_000).depth(position, 1) == 1
        assert at_once == (item.part == RULES_PART)
        assert 0 <= item.missed <= 3


def test_normal_countdown_and_ladder_are_only_about_the_rules() -> None:
    """Each of these two is one rule, so neither measures skill."""
    families = {part: set[str]() for part in (SKILL_PART, RULES_PART)}
    for item in frozen_items():
        families[item.part].add(item.family)
    assert not families[SKILL_PART] & {"countdown", "ladder"}
    assert {"countdown", "ladder"} <= families[RULES_PART]


def test_all_positions_are_reserved_and_different() -> None:
    """No dataset contains one of them, and none is asked twice."""
    items = frozen_items()
    assert all(is_reserved(item.build(), position_of(item)) for item in items)
    assert len(open_forms()) == len(items)
    sample = items[7]
    assert canonical_form(sample.build(), position_of(sample)) in open_forms()


def test_legal_moves_are_shuffled() -> None:
    """The order depends on the position alone, and is ascending only by chance."""
    orders = [choice_of(item).listed for item in position_set("small").items]
    assert sum(order == tuple(sorted(order)) for order in orders) < len(orders) / 10
    assert all(len(set(order)) == len(order) for order in orders)


def test_rows_keep_everything() -> None:
    """Positions written as JSON values and read again are the same."""
    items = frozen_items()[:20]
    assert items_of_rows(rows_of(items)) == items


def test_other_positions_are_not_passed_off_as_these(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build with changed data refuses to score; so does a set that does not exist."""
    changed = [frozen_items()[0]._replace(winning=(1,)), *frozen_items()[1:]]
    with pytest.raises(DuelError, match="other positions than bench 2, tier small"):
        bench_positions.checked("small", changed)
    with pytest.raises(DuelError, match="bench 2 has no set held-out of tier small"):
        position_set("small", HELD_OUT)
    monkeypatch.setattr("divisor_duel.questions.bench_one.tier_positions", lambda *which: ())
    assert position_set("medium", OPEN, "1") == PositionSet("1", "medium", OPEN, ())
    position_set.cache_clear()
    assert len(in_tier(frozen_items(), TIERS["small"])) < len(frozen_items())
