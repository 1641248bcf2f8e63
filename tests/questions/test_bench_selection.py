"""The choice of positions: groups take turns, and rules of thumb stay low."""

from __future__ import annotations

import pytest

from divisor_duel import DuelError
from divisor_duel.questions import bench_selection
from divisor_duel.questions.bench_item import SKILL_PART, Item
from divisor_duel.questions.bench_positions import frozen_items, position_of
from divisor_duel.questions.bench_selection import (
    RULES_OF_THE_GAME,
    SKILL,
    Candidate,
    Family,
    balanced,
    best_rule,
    candidate_of,
    choose,
)
from divisor_duel.questions.reserved import canonical_form

DIGITS = Family("digits", {"small": {"target": 18, "base": 13}}, "misere")


def candidate(number: int, depth: str, *right: str) -> Candidate:
    """A candidate with a chance of 1/4, which these rules get right."""
    item = Item(str(number), "chain", "small", (), (), 4, (1,), depth)
    return Candidate(item, str(number), frozenset(right))


def test_frozen_positions_are_what_the_selection_makes() -> None:
    """Every twentieth position, made again, has the same answers, depth, misses and order."""
    for item in frozen_items()[::20]:
        game, position = item.build(), position_of(item)
        form = canonical_form(game, position)
        part = SKILL if item.part == SKILL_PART else RULES_OF_THE_GAME
        again = candidate_of(game, item.size, item.played, position, form, part)
        assert again
        assert again.item._replace(id=item.id, part=item.part) == item


def test_groups_take_turns() -> None:
    """As long as no rule scores, each depth is chosen equally often."""
    found = [candidate(n, "3" if n < 20 else "5") for n in range(25)]
    assert [chosen.item.depth for chosen in balanced(found, 8)] == ["3", "5"] * 4
    assert len(balanced(found, 99)) == 25


def test_a_rule_that_would_score_is_kept_low() -> None:
    """Positions that a rule gets right are taken last, even if their group must wait."""
    easy = [candidate(n, "3", "largest", "last-listed") for n in range(10)]
    hard = [candidate(n, "5") for n in range(10, 20)]
    chosen = balanced(easy + hard, 12)
    rule, score = best_rule(chosen)
    assert rule in ("largest", "last-listed")
    assert score <= 0.2
    assert best_rule(easy) == ("last-listed", 1.0)


def test_a_seed_makes_the_same_set_again() -> None:
    """Positions differ from seed to seed, have no form in common, and are in their part."""
    forms: set[str] = set()
    one = choose(DIGITS, "a", 12, forms, SKILL)
    assert choose(DIGITS, "a", 12, set(), SKILL) == one
    other = choose(DIGITS, "b", 12, forms, SKILL)
    assert len(forms) == 24
    assert [item.id for item in one] == [f"digits-misere-{number}" for number in range(1, 13)]
    assert not {item.shuffle for item in one} & {item.shuffle for item in other}
    assert all(item.depth != "1" and item.chance <= 0.4 for item in one)
    normal = DIGITS._replace(ending="")
    rules = choose(normal, "a", 2, forms, RULES_OF_THE_GAME)
    assert [(item.id, item.depth, item.part) for item in rules] == [
        (f"rules-digits-{number}", "1", "rules") for number in (1, 2)
    ]


def test_too_few_positions_or_too_good_a_rule_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set that could be scored on by rote is never made."""
    tiny = Family("chain", {"small": {"high": 4}})
    with pytest.raises(DuelError, match="chain has only 0 of 2 positions"):
        choose(tiny, "a", 2, set(), SKILL)
    ladder = Family("ladder", {"small": {"high": 250}})
    with pytest.raises(DuelError, match=r"the rule .* scores \d\.\d+ on ladder"):
        choose(ladder, "a", 3, set(), SKILL)


def test_a_range_stands_for_starting_numbers() -> None:
    """Countdown is asked from its start, whose number is drawn."""
    items = choose(
        Family("countdown", {"small": range(20, 2000)}), "a", 2, set(), RULES_OF_THE_GAME
    )
    assert all(item.played == () and item.depth == "1" for item in items)
    assert len({dict(item.options)["start"] for item in items}) == 2


def test_a_whole_set_has_every_family(monkeypatch: pytest.MonkeyPatch) -> None:
    """`select` asks each family for its share, and passes on what is taken."""
    calls: list[tuple[str, int, str, bool]] = []

    def fake(
        family: Family, seed: str, count: int, forms: set[str], part: bench_selection.Part
    ) -> list[Item]:
        calls.append((family.name, count, part.name, "taken" in forms))
        return []

    monkeypatch.setattr(bench_selection, "choose", fake)
    assert bench_selection.select("a", 5, 2, ["taken"]) == ()
    assert [(count, part) for _, count, part, _ in calls] == [(5, "skill")] * 6 + [(2, "rules")] * 4
    assert all(known for *_, known in calls)
