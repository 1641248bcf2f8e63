"""Ladder's theorem and its strategy against every reply."""

from __future__ import annotations

from math import gcd

import pytest

from divisor_duel import Value, analyze
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.solving.search import state_of
from divisor_duel.games.ladder.solving.theorem import State, doublings, theorem
from tests.reference.brute import Solved, solve
from tests.reference.ladder import Ladder as Twin


@pytest.mark.parametrize(("limit", "count"), [(2, -1), (3, 0), (5, 0), (6, 1), (11, 1), (12, 2)])
def test_doublings_are_counted_by_hand(limit: int, count: int) -> None:
    """How often 3 can be doubled within a limit."""
    assert doublings(limit) == count


def test_the_theorem_agrees_with_brute_force() -> None:
    """For every pool to 2..26 the twin's value of the start, and that only 2 ever wins."""
    for high in range(2, 27):
        memo: dict[object, Solved] = {}
        twin = Twin(high=high)
        assert solve(twin, memo).value == (doublings(high) % 2 == 1)
        for move in twin.legal():
            wins = not solve(twin.play(move), memo).value
            assert wins == (move == 2 and doublings(high) % 2 == 1)


@pytest.mark.parametrize("high", [*range(2, 17), 24, 31, 32, 36])
def test_every_position_that_play_can_reach(high: int) -> None:
    """The theorem says of each who wins, or the game is over or the opponent cannot climb."""
    game, memo = Ladder(high=high), dict[LadderPosition, bool]()

    def wins(position: LadderPosition) -> bool:
        if position not in memo:
            after = [wins(game.play(position, move)) for move in game.legal_moves(position)]
            memo[position] = not all(after)
        return memo[position]

    wins(game.start())
    for position, won in memo.items():
        told = theorem(state_of(position))
        if told is None:
            other = position._replace(to_move=position.to_move.other)
            assert not (game.legal_moves(position) and game.legal_moves(other))
        else:
            assert told is won


@pytest.mark.parametrize(
    ("state", "told"),
    [
        *(((7, 2, 3, ()), True), ((3, 2, 3, ()), False), ((7, 3, 4, ()), True)),
        *(((8, 3, 4, ()), False), ((24, 2, 3, (6,)), None), ((24, 3, 4, (12,)), None)),
        *(((24, 1, 1, ()), True), ((24, 1, 1, (5,)), None), ((24, 1, 6, (2, 6)), True)),
        *(((24, 1, 6, (4, 6)), None), ((24, 6, 1, (3, 6)), False), ((24, 8, 1, (3, 8)), None)),
        *(((24, 1, 25, ()), None), ((24, 25, 1, ()), None), ((24, 1, 24, (24,)), True)),
        *(((24, 1, 2, (2,)), False), ((23, 1, 2, (2,)), True), ((24, 2, 1, (2,)), False)),
    ],
)
def test_what_the_theorem_covers(state: State, told: bool | None) -> None:
    """Numbers may be gone that divide the larger number, if the other player owns 1."""
    assert theorem(state) is told


def winning_answer(game: Ladder, position: LadderPosition) -> int:
    """The strategy of the theorem as a player follows it, with nothing else to go by."""
    own, other = position.own, position.one + position.two - position.own
    scale = gcd(own, other)
    limit, a, b = game.high // scale, own // scale, other // scale
    free = [number for number in range(limit + 1) if position.pool >> number * scale & 1]
    if (a, b) == (1, 1):
        return 2 * scale
    if (a, b) == (1, 2):
        return (4 if 4 in free else 3) * scale
    close = 4 << doublings(limit) > limit
    if (a, b) == (2, 3) and close and 6 in free:
        return 6 * scale
    if a == 1 and b & (b - 1) == 0:
        return 3 * scale
    return 2 * own


def beats_every_reply(game: Ladder, position: LadderPosition) -> int:
    """Let the loser, who is to move, try everything; how many games that makes."""
    games = 1
    for move in game.legal_moves(position):
        after = game.play(position, move)
        games += beats_every_reply(game, game.play(after, winning_answer(game, after)))
    return games


@pytest.mark.parametrize("high", [*range(2, 80), 95, 96, 100, 128, 143, 191, 192, 200])
def test_the_strategy_beats_every_reply(high: int) -> None:
    """The player whom the theorem favours always has the move that the strategy names."""
    game = Ladder(high=high)
    start = game.start()
    if doublings(high) % 2 == 1:
        start = game.play(start, winning_answer(game, start))
    assert beats_every_reply(game, start) > 0


def test_the_theorem_holds_wherever_the_search_can_follow() -> None:
    """Positions that the theorem values have moves that bear it out, valued one by one."""
    for high in (24, 48, 49, 95, 96):
        game = Ladder(high=high)
        for first in range(2, min(high, 20)):
            position = game.play(game.start(), first)
            told = theorem(state_of(position))
            answers = analyze(game, position).moves
            assert told == any(move.value is Value.WIN for move in answers)
