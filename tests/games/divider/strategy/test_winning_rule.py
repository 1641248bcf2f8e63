"""Several rules of one position: the first that applies answers."""

from __future__ import annotations

from divisor_duel.games.divider.strategy.partners import TakeAny, TakePartner
from divisor_duel.games.divider.strategy.winning_rule import answer_of, is_lost
from tests.games.divider.strategy.placed import placed

PAIR, SINGLE = TakePartner(((5, 7),)), TakeAny(1 << 11 | 1 << 13)


def test_the_first_rule_that_applies_answers() -> None:
    """The first rule knows what is lost; without rules, only nothing left is."""
    assert answer_of((PAIR, SINGLE), 1 << 7) == 7
    assert answer_of((PAIR, SINGLE), 1 << 13) == 13
    assert answer_of((PAIR, SINGLE), 1 << 2) == 0
    assert is_lost((PAIR, SINGLE), 1 << 5 | 1 << 7)
    assert not is_lost((PAIR, SINGLE), 1 << 11 | 1 << 13)
    assert is_lost((), 0)
    assert not is_lost((), 1 << 5)


def test_a_rule_moves_by_the_numbers_left_and_needs_no_search() -> None:
    """Its move in a position is its answer to the numbers left."""
    _, position = placed("7")
    assert PAIR.move(position) == 7
    assert (PAIR.is_complete, PAIR.depth) == (True, 0)
