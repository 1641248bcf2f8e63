"""Ladder's search: reduced positions, both bounds, wins and remoteness against the rule."""

from __future__ import annotations

from functools import cache

import pytest

from divisor_duel.engine import StepClock
from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.game import Player
from divisor_duel.games.ladder.proofs import most_moves
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.solving.search import (
    LadderSearch,
    blocking_moves,
    reduce_state,
    state_of,
    sure_moves,
)
from divisor_duel.games.ladder.solving.theorem import State


@cache
def by_rule(state: State) -> tuple[bool, int]:
    """Whether the mover wins, and in how many plies, by trying every move."""
    limit, mover, other, holes = state
    after = [
        by_rule((limit, other, number, (*holes, number)))
        for number in range(2 * mover, limit + 1, mover)
        if number not in holes
    ]
    lost = [plies for win, plies in after if not win]
    return bool(lost), 1 + min(lost) if lost else max((1 + p for _, p in after), default=0)


def states(limit: int) -> list[State]:
    """Every pair of numbers within the limit, with those taken as holes."""
    pairs = [(one, two) for one in range(1, limit + 1) for two in range(1, limit + 1)]
    return [
        (limit, one, two, tuple(n for n in (one, two) if n > 1))
        for one, two in pairs
        if one != two or one == 1
    ]


@pytest.mark.parametrize("limit", [7, 16, 24])
def test_the_search_agrees_with_the_rule(limit: int) -> None:
    """Every two numbers within the limit have the value and remoteness of trying everything."""
    search = LadderSearch()
    for state in states(limit):
        reduced = reduce_state(*state)
        win, plies = by_rule(state)
        assert search.wins(reduced, Clock()) is win
        assert search.remoteness(reduced, Clock()) == plies
    assert len(search) > 0


def test_reduction_changes_nothing_that_matters() -> None:
    """The reduced numbers have no common divisor, and who wins and when stays the same."""
    assert reduce_state(50, 6, 4, [12, 30, 31]) == (24, 3, 2, (6, 15))
    for state in states(20):
        reduced = reduce_state(*state)
        assert by_rule(reduced) == by_rule(state)
        assert reduce_state(*reduced) == reduced


def test_sure_moves_are_never_more_than_the_most() -> None:
    """Both bounds hold for the player who loses: the plies of best play lie between them."""
    for state in states(24):
        limit, mover, other, holes = reduce_state(*state)
        win, plies = by_rule(state)
        loser, winner = (other, mover) if win else (mover, other)
        least = sure_moves(limit, loser, winner, holes)
        assert 2 * least + win <= plies <= 2 * most_moves(limit, loser) + win


@pytest.mark.parametrize(
    ("number", "other", "holes", "count"),
    [(3, 1, (), 0), (3, 5, (), 3), (1, 2, (2,), 3), (1, 2, (2, 3), 2), (3, 2, (), 2)],
)
def test_sure_moves_by_hand(number: int, other: int, holes: tuple[int, ...], count: int) -> None:
    """Within 30: a path of multiples that the other can never take, such as 9, 27 against 2."""
    assert sure_moves(30, number, other, holes) == count


def test_a_quickest_win_blocks_the_path_of_doubling() -> None:
    """Some blocking move is as quick as any move, in every won position."""
    for state in states(24):
        reduced = reduce_state(*state)
        limit, _, other, holes = reduced
        win, plies = by_rule(reduced)
        if win and plies < 2 * most_moves(limit, other) + 1:
            children = [
                by_rule((limit, other, number, (*holes, number)))
                for number in blocking_moves(reduced)
            ]
            assert (False, plies - 1) in children


def test_positions_are_read_from_the_pool() -> None:
    """Numbers missing from the pool are holes if a player could otherwise take them."""
    game = Ladder(high=30)
    position = game.play(game.play(game.start(), 6), 4)
    assert state_of(position) == (15, 3, 2, ())
    gaps = position.pool & ~(1 << 12 | 1 << 20 | 1 << 7)
    assert state_of(position._replace(pool=gaps)) == (15, 3, 2, (6, 10))
    assert state_of(LadderPosition(0, 1, 1, Player.ONE)) == (1, 1, 1, ())


def test_time_is_asked_for_at_every_move() -> None:
    """A position set up by hand that neither the theorem nor a bound decides needs steps."""
    game = Ladder(high=3000)
    position = game.play(game.play(game.start(), 3), 8)
    position = position._replace(pool=position.pool & ~(1 << 6))
    with pytest.raises(OutOfTimeError):
        LadderSearch().wins(state_of(position), StepClock(0))
    assert LadderSearch().wins(state_of(position), Clock()) in (True, False)
