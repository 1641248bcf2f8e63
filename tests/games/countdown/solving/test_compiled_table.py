"""The compiled table of remoteness, against the plain one and against the definition."""

from __future__ import annotations

import pytest

from divisor_duel.engine import StepClock
from divisor_duel.engine.clock import Clock
from divisor_duel.factors import proper_divisors
from divisor_duel.games.countdown.proofs import is_lost
from divisor_duel.games.countdown.solving import theory
from divisor_duel.games.countdown.solving.compiled_table import BLOCK, TableFiller
from divisor_duel.games.countdown.solving.theory import RemotenessTable

REACH = 3 * BLOCK + 1000


@pytest.fixture(scope="module")
def plain() -> bytes:
    """The table up to `REACH` in plain Python; a step clock never loads compiled code."""
    table = RemotenessTable()
    known = table.fill_up_to(REACH, StepClock())
    return bytes(table.lookup(number, known) or 0 for number in range(REACH + 1))


def test_every_entry_is_that_of_the_plain_table(plain: bytes) -> None:
    """Over several blocks, also past the first with large divisors, the entries agree."""
    entries = bytearray(REACH + 1)
    TableFiller(3).fill(entries, REACH + 1)
    assert entries == plain


@pytest.mark.parametrize("first", [3, 4, 1000, BLOCK - 1, BLOCK, 2 * BLOCK + 77])
def test_the_filler_can_start_anywhere(plain: bytes, first: int) -> None:
    """It goes on from entries that something else has filled, in pieces of any size."""
    entries = bytearray(plain[:first]) + bytes(REACH + 1 - first)
    filler = TableFiller(first)
    for beyond in (first + 5, 2 * BLOCK + 78, REACH + 1):
        filler.fill(entries, beyond)
    assert entries == plain


def test_large_entries_follow_from_the_definition() -> None:
    """Past ten million, entries are one more than the best answer's, from all divisors."""
    table, number = RemotenessTable(), 12_000_000
    known = table.fill_up_to(number, Clock(60))
    assert known == number + 1
    for start in (*range(number - 40, number), 1 << 22, 1 << 23, (1 << 20) + (1 << 11), 9_979_200):
        after = [
            (is_lost(start - d), table.lookup(start - d, known)) for d in proper_divisors(start)
        ]
        lost = [plies for is_lost_there, plies in after if is_lost_there and plies is not None]
        longest = max((plies for _, plies in after if plies is not None), default=-1)
        assert table.lookup(start, known) == 1 + (min(lost) if lost else longest)


def test_the_table_grows_by_both_ways_in_turn(
    plain: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain and compiled segments fit together, and what an interrupt left is filled again."""
    monkeypatch.setattr(theory, "FEWEST_COMPILED", BLOCK)
    table = RemotenessTable()
    assert table.fill_up_to(5000, Clock(60)) == 5001
    assert table.fill_up_to(2 * BLOCK, Clock(60)) == 2 * BLOCK + 1
    table._plies.extend(b"junk")
    known = table.fill_up_to(2 * BLOCK + 100, Clock(60))
    known = table.fill_up_to(REACH, Clock(60))
    assert bytes(table.lookup(number, known) or 0 for number in range(REACH + 1)) == plain
