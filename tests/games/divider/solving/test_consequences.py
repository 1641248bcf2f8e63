"""What follows from the proved openings is what a search finds."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel.engine.clock import Clock
from divisor_duel.games.divider.solving import consequences
from divisor_duel.games.divider.solving.consequences import (
    follows_a_zero,
    known_value,
    without_heaps,
)
from divisor_duel.games.divider.solving.openings import proved_openings, proved_positions
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.numbers import members, span, without_multiples


def test_numbers_without_relatives_are_heaps() -> None:
    """Large primes are heaps of one, and so is a number whose relatives are gone."""
    rest, nim = without_heaps(span(2, 12), 12)
    assert members(rest) == (2, 3, 4, 5, 6, 8, 9, 10, 12)
    assert nim == 0
    assert without_heaps(1 << 9 | 1 << 4 | 1 << 8, 12) == (1 << 4 | 1 << 8, 1)


def positions(high: int, plies: int, rng: Random) -> list[int]:
    """Positions of random games on 2..high, after at most this many moves."""
    left, found = span(2, high), []
    for _ in range(plies):
        left = without_multiples(left, rng.choice(members(left)[len(members(left)) // 3 :]))
        found.append(left)
    return found


@pytest.mark.parametrize("high", [30, 35, 38])
def test_consequences_agree_with_a_search(high: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that knows no openings finds the same nim-values, and no zero after a zero."""
    monkeypatch.setattr(consequences, "FEWEST_NUMBERS", 6)
    known_value.cache_clear()
    follows_a_zero.cache_clear()
    rng, solver, valued, followed = Random(high), ListSolver(2, high, Clock()), 0, 0
    shipped = proved_positions(high)
    for left in {left for _ in range(30) for left in positions(high, 8, rng)} - shipped.keys():
        nim = known_value(left, high)
        if nim is not None:
            valued += 1
            assert solver.nim_value(left, Clock()) == nim
        if follows_a_zero(left, high):
            followed += 1
            assert solver.is_lost(left, Clock()) is False
    known_value.cache_clear()
    follows_a_zero.cache_clear()
    assert valued > 5
    assert followed > 0


def test_a_longer_list_follows_from_the_last_one_proved() -> None:
    """73 is prime: every opening of 2..73 has its value from 2..72, and 6 and 28 win."""
    start, before = span(2, 73), proved_openings(2, 72)
    values = {n: known_value(without_multiples(start, n), 73) for n in range(2, 74)}
    assert values == {n: nim ^ 1 for n, nim in before.items()} | {73: known_value(span(2, 72), 73)}
    assert [n for n, nim in values.items() if nim == 0] == [6, 28]
    assert known_value(start, 73) == 16


def test_winning_openings_are_wrong_replies() -> None:
    """After 13 on 2..60, the numbers that would have won as openings do not win."""
    start = span(2, 60)
    after = without_multiples(start, 13)
    wins = [n for n, nim in proved_openings(2, 60).items() if nim == 0]
    assert wins == [8, 12, 23, 29, 54]
    assert all(follows_a_zero(without_multiples(after, reply), 60) for reply in wins)
    assert not follows_a_zero(without_multiples(start, 8), 60)


def test_a_number_beyond_all_proved_lists_is_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of thousands is not split into groups, move after move."""
    known_value.cache_clear()
    monkeypatch.setattr(consequences, "groups_of", None)
    assert known_value(without_multiples(span(2, 3000), 7), 3000) is None
