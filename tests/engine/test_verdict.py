"""Verdicts: what is known of a position, and what follows from its moves."""

from __future__ import annotations

from itertools import pairwise, permutations, product

import pytest

from divisor_duel.engine.verdict import Best, Verdict, best_moves, combine, mex, sort_key
from divisor_duel.game import Value

WIN, LOSS, UNKNOWN = True, False, None


@pytest.mark.parametrize(
    ("children", "verdict"),
    [
        ([Verdict(LOSS, 0, 0)], Verdict(WIN, 1, 1)),
        ([Verdict(WIN, 1, 1), Verdict(LOSS, 2, 0)], Verdict(WIN, 3, 2)),
        ([Verdict(LOSS, 4), Verdict(LOSS, 2)], Verdict(WIN, 3)),
        ([Verdict(LOSS, 2), Verdict(LOSS)], Verdict(WIN)),
        ([Verdict(LOSS, 0), Verdict(LOSS)], Verdict(WIN, 1)),
        ([Verdict(LOSS, 2), Verdict()], Verdict(WIN)),
        ([Verdict(LOSS, 0), Verdict()], Verdict(WIN, 1)),
        ([Verdict(WIN, 1, 1), Verdict(WIN, 3, 2)], Verdict(LOSS, 4, 0)),
        ([Verdict(WIN, 1), Verdict(WIN)], Verdict(LOSS)),
        ([Verdict(WIN, 1), Verdict()], Verdict()),
        ([Verdict(grundy=0), Verdict(grundy=1)], Verdict(grundy=2)),
    ],
)
def test_a_verdict_follows_from_those_on_the_moves(
    children: list[Verdict], verdict: Verdict
) -> None:
    """One losing child wins, the soonest counts; without one, all must win, the latest counts."""
    for order in permutations(children):
        assert combine(order) == verdict
        assert combine([*order, *order]) == verdict


def test_more_knowledge_never_contradicts_less() -> None:
    """What follows from partly known children holds however the unknown ones turn out."""
    kinds = [Verdict(WIN, 1, 2), Verdict(LOSS, 2, 0), Verdict(LOSS, 4, 0), Verdict(WIN, 3, 1)]
    for full in product(kinds, repeat=3):
        truth = combine(full)
        for hidden in range(8):
            known = [Verdict() if hidden >> at & 1 else one for at, one in enumerate(full)]
            for said, fact in zip(combine(known), truth, strict=True):
                assert said is None or said == fact


def test_the_smallest_missing_number_is_found() -> None:
    """It is 0 if there is none, and unknown as soon as one of them is."""
    assert [mex([]), mex([1, 2]), mex([0, 1, 3]), mex([2, 0, 1, 1])] == [0, 0, 2, 3]
    assert mex([0, None]) is None


def test_gaps_are_filled_and_nothing_is_replaced() -> None:
    """What was known before counts only where nothing is known now."""
    now = Verdict(WIN, None, 3)
    assert now.with_known(Verdict(WIN, 5, 3)) == Verdict(WIN, 5, 3)
    assert now.with_known(Verdict()) is now
    assert Verdict(WIN, 5, 3).with_known(Verdict(LOSS, 1, 1)) == Verdict(WIN, 5, 3)
    assert Verdict().with_known(Verdict(LOSS)) == Verdict(LOSS)
    assert [Verdict(win).value for win in (WIN, LOSS, UNKNOWN)] == [*Value]


def test_moves_are_sorted_from_the_quickest_win_to_the_quickest_loss() -> None:
    """Wins of unknown length come after known ones, losses of unknown length before a mate."""
    order = [
        Verdict(LOSS, 0),
        Verdict(LOSS, 6),
        Verdict(LOSS),
        Verdict(),
        Verdict(WIN, 7),
        Verdict(WIN, 3),
        Verdict(WIN),
        Verdict(WIN, 1),
        Verdict(WIN, 0),
    ]
    assert all(sort_key(one) < sort_key(two) for one, two in pairwise(order))
    verdicts = dict(enumerate(order))
    while verdicts:
        assert best_moves(verdicts) == [min(verdicts)]
        del verdicts[min(verdicts)]


def test_equally_good_moves_are_all_best() -> None:
    """Nim-values do not make a move better, and a single kind of verdict is every move."""
    verdicts = {5: Verdict(LOSS, 2, 1), 6: Verdict(WIN, 1), 7: Verdict(LOSS, 2, 3)}
    assert best_moves(verdicts) == [5, 7]
    assert best_moves({8: Verdict(), 9: Verdict()}) == [8, 9]
    assert Best([5], True).finished is False
