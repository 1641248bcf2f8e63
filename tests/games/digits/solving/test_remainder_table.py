"""The table of all endings of Digits, against brute force."""

from __future__ import annotations

import pytest

from divisor_duel.engine.clock import run_to_end
from divisor_duel.games.digits.solving.remainder_table import (
    RAN_OUT,
    Endings,
    RemainderTable,
    lane_bytes,
)
from tests.reference.brute import Solved, solve
from tests.reference.digits import Digits as Twin


@pytest.mark.parametrize(("base", "target"), [(6, 4), (6, 7), (6, 12), (7, 5), (7, 6), (6, 40)])
def test_every_entry_agrees_with_brute_force(base: int, target: int) -> None:
    """After every sequence of digits the table has the twin's winner and remoteness."""
    table = run_to_end(RemainderTable.build_in_steps((1 << base) - 2, base, target))
    memo: dict[object, Solved] = {}
    waiting = [Twin(target=target, base=base).play(digit) for digit in range(1, base)]
    while waiting:
        twin = waiting.pop()
        left = sum(1 << digit for digit in twin.legal())
        if left:
            truth = solve(twin, memo)
            verdict = table.verdict(left, twin.number())
            assert (verdict.win, verdict.remoteness) == (truth.value, truth.remoteness)
            waiting += [twin.play(digit) for digit in twin.legal()]


def test_a_table_is_built_in_steps_of_one_row() -> None:
    """Five digits have 30 sets that are neither empty nor whole, each of one byte per remainder."""
    table = RemainderTable.build_in_steps(0b111110, 6, 7)
    steps = 0
    while True:
        try:
            next(table)
        except StopIteration as stop:
            built = stop.value
            break
        steps += 1
    assert steps == 30
    assert built.bytes_held == 31 * 7


def test_endings_are_ranked_for_the_player_who_went_first() -> None:
    """Of four digits: a multiple with 3 or 1 left over is the first player's, the sooner the
    better; with 2 or 0 it is the opponent's; and who writes the last digit loses.
    """
    endings = Endings(4)
    ranked = sorted(endings.rank, key=endings.rank.__getitem__, reverse=True)
    assert ranked[:2] == [3, 1]
    assert endings.verdict_of_ending(RAN_OUT, 4) == (True, 4, None)
    assert endings.verdict_of_ending(RAN_OUT, 1) == (False, 1, None)
    assert endings.verdict_of_ending(3, 4) == (True, 1, None)
    assert ranked == [3, 1, RAN_OUT, 0, 2]
    for ending, rank in endings.rank.items():
        assert endings.verdict(rank, 4) == endings.verdict_of_ending(ending, 4)
    assert [endings.first_player_moves(left) for left in (4, 3, 2)] == [True, False, True]


@pytest.mark.parametrize(("count", "size"), [(1, 1), (8, 1), (9, 2), (16, 2), (17, 4), (33, 8)])
def test_ranks_take_as_few_bytes_as_fit(count: int, size: int) -> None:
    """A rank is stored as a run of ones, in 1, 2, 4 or 8 bytes."""
    assert lane_bytes(count) == size
