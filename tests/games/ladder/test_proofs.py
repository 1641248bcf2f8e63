"""Ladder: what its kinds of proof must satisfy."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.brute_force import BruteForce
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.games.ladder.proofs import (
    Count,
    Doubling,
    answer,
    doubled_path,
    most_moves,
    safe_path,
)
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.checker import check_proof


def positions(high: int, count: int, seed: int) -> list[tuple[Any, Any]]:
    """Positions of random games that are not over."""
    rng, game, found = Random(seed), GAMES["ladder"](high=high), list[tuple[Any, Any]]()
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(6)):
            moves = game.legal_moves(position)
            position = game.play(position, rng.choice(moves)) if moves else position
        if not game.outcome(position):
            found.append((game, position))
    return found


def test_paths_prove_only_what_is_lost() -> None:
    """Random paths, true ones changed in a number, and doubling never prove what is false."""
    rng, held = Random(4), 0
    for game, position in positions(24, 250, 9):
        lost = BruteForce(game, CheckBudget()).is_lost(position)
        winner, true = position.to_move.other, safe_path(game, position)
        other = position.one + position.two - position.own
        proofs: list[Count | Doubling] = [Doubling(0)]
        for path in (
            true,
            [n + rng.choice((-1, 0, 1)) for n in true],
            [other * 2**step for step in range(1, 4)],
            [*true, 24],
            sorted(rng.sample(range(2, 25), 3)),
        ):
            proofs.append(Count(0, tuple(path)))
        for proof in proofs:
            try:
                check_proof(game, position, winner, proof)
            except CertificateError:
                continue
            assert lost, (position, proof)
            held += 1
    assert held > 30


def test_a_path_ends_when_it_is_long_enough() -> None:
    """With a length given, the path is the start of the whole path."""
    for game, position in positions(200, 100, 2):
        whole, steps = safe_path(game, position), most_moves(game.high, position.own)
        assert safe_path(game, position, steps) == whole[:steps]


def test_each_reply_that_is_doubled_is_counted_in_the_budget() -> None:
    """Doubling on the largest pool stops at the limit on positions."""
    game = GAMES["ladder"](high=100_000)
    budget = CheckBudget(Limits(positions=2000))
    with pytest.raises(OverBudgetError, match="2000 positions"):
        check_proof(game, game.start(), Player.TWO, Doubling(0), budget)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ([6], ""),
        ([33], ""),  # one more than a multiple of 16
        ([24, 48], "48 is a multiple of 16"),
        ([6, 12], ""),
        ([45], ""),
        ([], "a path of 0 does not outlast 1 steps"),
        ([48], "48 is a multiple of 16"),
        ([7], "7 is not a multiple of 3"),
        ([6, 15], "15 is not a multiple of 6"),
        ([3], "3 does not lie above 3"),
        ([51], "51 does not lie above 3"),
        ([6, 6], "6 does not lie above 6"),
        ([9], "9 is not left"),
        ([30], "30 is not left"),
    ],
)
def test_every_step_of_a_path_is_checked(path: list[int], words: str) -> None:
    """Player 2, who owns 3, outlasts 16 by one safe step."""
    game: Any = GAMES["ladder"](high=50)
    pool = sum(2**number for number in range(2, 51) if number not in (3, 9, 16, 30))
    position = game.start()._replace(pool=pool, one=16, two=3)
    proof = Count(0, tuple(path))
    if words:
        with pytest.raises(CertificateError, match=words):
            check_proof(game, position, Player.TWO, proof)
    else:
        told = f"Safe steps, as many as the other player can make: {len(path)}"
        assert check_proof(game, position, Player.TWO, proof).what == told


def test_paths_and_steps_are_counted_by_hand() -> None:
    """A step at least doubles; a path takes the least multiple that the opponent cannot take."""
    game: Any = GAMES["ladder"](high=12)
    most = [most_moves(12, number) for number in (1, 2, 3, 4, 6, 7, 12, 13, 25)]
    assert most == [3, 2, 2, 1, 1, 0, 0, 0, 0]
    position = game.start()._replace(one=5, two=2)
    assert safe_path(game, position) == [4, 8]
    assert safe_path(game, position._replace(pool=position.pool & ~(1 << 4))) == [6, 12]
    assert safe_path(game, position._replace(one=3)) == [4, 8]
    assert safe_path(game, position._replace(one=4)) == [6]
    assert safe_path(game, position._replace(one=2, two=5)) == []


@pytest.mark.parametrize(
    ("high", "move", "count"),
    [
        *((8, 2, 6), (24, 2, 36), (27, 2, 40), (31, 2, 47), (100, 2, 206), (127, 2, 246)),
        *((12, 0, 15), (13, 0, 16), (20, 0, 27), (48, 0, 97), (50, 0, 100), (54, 0, 93)),
        *((63, 0, 109), (200, 0, 527)),
    ],
)
def test_doubling_answers_every_reply(high: int, move: int, count: int) -> None:
    """The winner by the theorem wins by doubling; `count` replies come before counting decides."""
    game = GAMES["ladder"](high=high)
    winner = Player.ONE if move else Player.TWO
    found = check_proof(game, game.start(), winner, Doubling(move))
    assert found.what == f"Replies that doubling answers, until counting decides: {count}"
    with pytest.raises(CertificateError):
        check_proof(game, game.start(), winner.other, Doubling(2 - move))


@pytest.mark.parametrize(
    ("own", "other", "gone", "move"),
    [
        *((2, 3, (), 4), (2, 3, (4,), 8), (2, 3, (6, 12), 4), (3, 2, (), 6), (3, 4, (), 6)),
        *((5, 3, (), 10), (4, 3, (), 8), (1, 2, (), 4), (1, 2, (4,), 3), (1, 4, (), 3)),
        *((1, 8, (), 3), (1, 3, (), 2), (1, 3, (2,), 4), (1, 1, (), 2), (1, 5, (3,), 2)),
        *((3, 6, (), 12), (3, 6, (12,), 9), (6, 9, (), 12), (1, 12, (), 2), (1, 12, (2, 4), 8)),
        *((2, 3, range(8, 13), 6), (2, 3, (6, *range(8, 13)), 4), (2, 3, range(9, 13), 4)),
    ],
)
def test_the_rules_of_doubling(own: int, other: int, gone: Iterable[int], move: int) -> None:
    """Double, with the exceptions for 2 against 3 and for a player whose number divides theirs."""
    game: Any = GAMES["ladder"](high=12)
    pool = sum(2**number for number in range(2, 13) if number not in gone)
    assert answer(game, game.start()._replace(pool=pool, one=own, two=other)) == move
    position = game.start(Player.TWO)._replace(pool=pool, one=other, two=own)
    assert answer(game, position) == move


def test_the_rule_divides_by_what_both_numbers_have_in_common() -> None:
    """18 against 27 is as 2 against 3 with numbers to 5, and 14 against 21 as 2 against 3 to 7."""
    game: Any = GAMES["ladder"](high=50)
    for own, other, move in [(18, 27, 36), (14, 21, 42), (12, 18, 24), (2, 3, 4), (16, 24, 48)]:
        assert answer(game, game.start()._replace(one=own, two=other)) == move


def test_a_path_may_double_past_what_is_gone() -> None:
    """Numbers that are gone are left out, and a multiple of the opponent's number ends it."""
    game: Any = GAMES["ladder"](high=50)
    position = game.start()._replace(one=12, two=1)
    gone = position._replace(pool=position.pool & ~(1 << 2 | 1 << 4))
    assert doubled_path(game, position, 2) == [2, 4]
    assert doubled_path(game, gone, 9) == [8, 16, 32]
    assert doubled_path(game, position._replace(one=16, two=6), 9) == [12, 24]
    assert doubled_path(game, position._replace(one=7, two=25), 9) == [50]


def test_a_path_may_end_with_the_largest_number() -> None:
    """12 is in the pool of 2 to 12, and a step from 3 to it is a path."""
    game: Any = GAMES["ladder"](high=12)
    position = game.start()._replace(one=5, two=3)
    proof = Count(0, (12,))
    assert check_proof(game, position, Player.TWO, proof)
