"""Batches play by the same rules as the games one by one, only many at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from divisor_duel import GAMES, IllegalMoveError, Player
from divisor_duel.batch import base, batch, make_batch
from tests.batch.one_by_one import WIDE, OneByOne
from tests.setups import DEFAULTS, SMALL, Setup

every_setup = pytest.mark.parametrize("setup", [*SMALL, *DEFAULTS, *WIDE], ids=str)
every_game = pytest.mark.parametrize("name", GAMES)
COUNT = 40


@every_setup
def test_random_games_are_the_same_as_one_by_one(setup: Setup) -> None:
    """At every move of random games all that a batch says is what the scalar rules say."""
    game, rng = setup.game, np.random.default_rng(5)
    first = rng.integers(1, 3, COUNT)
    games, twin = make_batch(game, COUNT), OneByOne(game, first.tolist())
    games.reset(first=first)
    for _ in range(game.max_moves() + 1):
        twin.assert_same(games)
        moves = games.sample(rng)
        assert games.check(moves).tolist() == (games.winners == 0).tolist()
        assert games.step(moves).tolist() == twin.play(moves.tolist())
        if games.winners.all():
            break
    assert games.winners.all()
    twin.assert_same(games)


@every_game
def test_blocks_make_no_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games played in blocks of seven go exactly as in one block, some left out of each step."""
    game, rng, again, left_out = GAMES[name](), *map(np.random.default_rng, (8, 8, 9))
    whole = make_batch(game, COUNT)
    monkeypatch.setattr(base, "BLOCK", 7)
    blocks, twin = make_batch(game, COUNT), OneByOne(game, [1] * COUNT)
    while not blocks.winners.all():
        moves, where = blocks.sample(rng), left_out.random(COUNT) < 0.8
        assert moves.tolist() == whole.sample(again).tolist()
        assert blocks.step(moves, where).tolist() == whole.step(moves, where).tolist()
        for index in np.flatnonzero(where & (moves > 0)):
            position = twin.positions[index]
            twin.positions[index] = game.play(position, int(moves[index]))
    twin.assert_same(blocks)
    twin.assert_same(whole)


@every_setup
def test_every_move_is_judged_legal_or_not_as_one_by_one(setup: Setup) -> None:
    """`check` allows exactly the legal moves, of all numbers near the action space."""
    game, rng = setup.game, np.random.default_rng(6)
    games = make_batch(game, 3)
    if not games.winners.any():
        games.step(games.sample(rng))
    mask = games.legal()
    for move in range(-3, min(games.actions, 400) + 3):
        inside = 0 <= move < games.actions
        expected = mask[:, move].tolist() if inside else [False] * 3
        assert games.check([move] * 3).tolist() == expected
    for far in (-(1 << 63), (1 << 63) - 1, games.actions + 64, games.actions + (1 << 32)):
        assert not games.check(np.full(3, far)).any()
    assert not games.check(np.full(3, (1 << 64) - 1, np.uint64)).any()


@every_game
def test_ended_games_begin_anew(name: str) -> None:
    """With auto-reset an ended game is at its start again, with its own first player."""
    game, rng = GAMES[name](), np.random.default_rng(7)
    first = [1, 2] * 20
    games, twin = make_batch(game, COUNT, auto_reset=True), OneByOne(game, first)
    games.reset(first=first)
    finished = 0
    for _ in range(60):
        twin.assert_same(games)
        moves = games.sample(rng)
        ended = twin.play(moves.tolist())
        assert games.step(moves).tolist() == ended
        for index in np.flatnonzero(ended):
            twin.positions[index] = game.start(Player(first[index]))
            finished += 1
    assert finished > COUNT


@every_game
def test_some_games_alone_begin_anew(name: str) -> None:
    """`reset` of some games, by index or by flag, leaves the others where they are."""
    game, rng = GAMES[name](), np.random.default_rng(8)
    games, twin = make_batch(game, 6), OneByOne(game, [1] * 6)
    moves = games.sample(rng)
    games.step(moves)
    twin.play(moves.tolist())
    games.reset([])
    games.reset([1, 4], first=Player.TWO)
    games.reset(np.array([False, False, True, False, False, False]))
    for index, player in ((1, Player.TWO), (4, Player.TWO), (2, Player.ONE)):
        twin.positions[index] = game.start(player)
    twin.assert_same(games)


@every_game
@pytest.mark.parametrize("auto_reset", [False, True])
def test_games_left_out_stay_as_they_are(name: str, auto_reset: bool) -> None:
    """A step with `where` plays in the named games only and ignores all other moves."""
    game, rng = GAMES[name](), np.random.default_rng(9)
    games, twin = make_batch(game, 4, auto_reset=auto_reset), OneByOne(game, [1] * 4)
    moves = games.sample(rng)
    ended = games.step(np.where([True, False, True, False], moves, -1), [True, False, True, False])
    for index in (0, 2):
        position = game.play(game.start(), int(moves[index]))
        outcome = game.outcome(position)
        assert ended[index] == (outcome.winner if outcome else 0)
        twin.positions[index] = game.start() if outcome and auto_reset else position
    twin.assert_same(games)


@every_game
def test_one_illegal_move_stops_the_whole_step(name: str) -> None:
    """An illegal move is named with its game, and no game has moved."""
    game, rng = GAMES[name](), np.random.default_rng(10)
    for auto_reset in (False, True):
        games, twin = make_batch(game, 5, auto_reset=auto_reset), OneByOne(game, [1] * 5)
        for bad in (0, 1, -1, games.actions, 10**15):
            moves = games.sample(rng)
            moves[3] = bad
            if bad not in game.legal_moves(game.start()):
                with pytest.raises(IllegalMoveError, match=f"^{bad} is not legal in game 3; choo"):
                    games.step(moves)
        twin.assert_same(games)


@pytest.mark.parametrize(
    "moves",
    [[2, 2], 2, [[2, 2, 2]], [2.0, 2.0, 2.0], ["2", "2", "2"], [True, True, True], [None] * 3],
)
def test_moves_that_are_no_whole_numbers_are_refused(moves: Any) -> None:
    """A step needs one whole number for each game and says so."""
    with pytest.raises(IllegalMoveError, match="moves must be 3 whole numbers, one for each game"):
        batch("divider", 3).step(moves)


@every_game
def test_the_same_seed_plays_the_same_games(name: str) -> None:
    """Chance comes from the generator alone."""

    def moves(seed: int) -> list[list[int]]:
        games, rng = batch(name, 50, auto_reset=True), np.random.default_rng(seed)
        played = []
        for _ in range(10):
            played.append(games.sample(rng).tolist())
            games.step(played[-1])
        return played

    assert moves(1) == moves(1) != moves(2)
