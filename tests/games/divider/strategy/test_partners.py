"""Partners: taken when the number beside them is gone, and named in short."""

from __future__ import annotations

from divisor_duel.engine.strategies import Searched
from divisor_duel.games.divider.proofs import Groups, Mirror, Parity
from divisor_duel.games.divider.rules import Divider
from divisor_duel.games.divider.strategy.partners import TakeAny, TakePartner
from tests.contract.test_strategies import follow
from tests.games.divider.strategy.placed import lost_by, placed


def test_no_rule_applies_where_it_could_lose() -> None:
    """A rule gives a move only in positions of its own, and only if that leaves a lost one."""
    pairs = TakePartner(((2, 3), (5, 7), (6, 9)))
    _, position = placed("2,3,5-7,9")
    assert pairs.move(position) == 0
    assert pairs.is_lost(position.left)
    assert pairs.answer(position.left & ~(1 << 5)) == 7
    assert pairs.answer(position.left & ~(1 << 5) | 1 << 11) == 0
    assert pairs.answer(1 << 2 | 1 << 5) == 0


def test_any_number_is_taken_only_from_an_odd_count() -> None:
    """Where no number divides another, the count decides; other numbers are not known."""
    single = TakeAny(1 << 5 | 1 << 7)
    assert (single.answer(1 << 5), single.answer(1 << 5 | 1 << 7), single.answer(1 << 6)) == (
        5,
        0,
        0,
    )
    assert single.is_lost(0)
    assert not single.is_lost(1 << 5)
    assert not single.is_lost(1 << 6 | 1 << 8)


def test_mirrors_of_older_proofs_are_partners() -> None:
    """Numbers that swap places are partners, beside what wins the numbers that stay."""
    whole = lost_by("6,8,16,30", Mirror(0, (((6, 8), (30, 16)),), None))
    assert whole.rules == (TakePartner(((6, 8), (16, 30))),)
    follow(whole)
    beside = lost_by("5,7,11,13", Mirror(0, (((5, 7),),), Parity(0)))
    assert [type(rule).__name__ for rule in beside.rules] == ["TakePartner", "Beside"]
    follow(beside)
    groups = Groups(0, (((2, 4, 6, 8, 10, 12), 0),))
    large = lost_by("2,4,6,8,10,12,11,13", Mirror(0, (((11, 13),),), groups))
    assert [type(rule) for rule in large.rules] == [Searched]


def test_many_pairs_are_shortened() -> None:
    """A headline has at most eight pairs; of more it names the first ones."""
    pairs = tuple((number, number + 1) for number in range(101, 121, 2))
    game = Divider(high=130)
    rule, position = TakePartner(pairs), game.start()
    assert rule.because(position, winning=True) == (
        "Now every number has a partner: 101-102, 103-104, 105-106 and so on. "
        "Whatever your opponent takes, take its partner."
    )
    assert "119-120" in rule.words(position)
    beside = TakePartner(pairs, (TakeAny(0),))
    assert (
        beside.because(position, winning=False) == "Partners: 101-102, 103-104, 105-106 and more."
    )
