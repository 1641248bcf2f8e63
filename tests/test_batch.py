"""Batches play by the same rules as the games one by one, only many at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from divisor_duel import GAMES, Game, IllegalMoveError, OptionsError, Player
from divisor_duel.adapters.encoding import action_count, observation
from divisor_duel.batch import LARGEST_POOL, Batch, batch, make_batch
from divisor_duel.games.countdown.arrays import LARGEST_START
from tests.setups import DEFAULTS, SMALL, Setup

WIDE = [
    *(Setup("chain", {"high": high}) for high in (62, 63, 64, 65, 127, 128)),
    Setup("chain", {"low": 1, "high": 150, "opening": "even"}),
    Setup("divider", {"low": 1, "high": 30}),
    Setup("divider", {"low": 50, "high": 200}),
    Setup("ladder", {"high": 300}),
    Setup("countdown", {"start": 5040}),
    Setup("digits", {"base": 36, "target": 10**9}),
    Setup("digits", {"base": 36, "target": 10**18}),
    Setup("digits", {"base": 35, "target": 6 * 10**17 + 1}),
    Setup("digits", {"base": 20, "target": 997}),
]
"""Sets of more than one machine word, and remainders that nearly fill one."""

every_setup = pytest.mark.parametrize("setup", [*SMALL, *DEFAULTS, *WIDE], ids=str)
every_game = pytest.mark.parametrize("name", GAMES)
COUNT = 40


class OneByOne:
    """The same games as a batch, each a position of the scalar rules."""

    def __init__(self, game: Game[Any], first: list[int]) -> None:
        self.game = game
        self.positions: list[Any] = [game.start(Player(player)) for player in first]

    def play(self, moves: list[int]) -> list[int]:
        """Play each move where the game goes on; who won just now, else 0."""
        ended = []
        for index, move in enumerate(moves):
            if self.game.outcome(self.positions[index]):
                ended.append(0)
                continue
            self.positions[index] = self.game.play(self.positions[index], move)
            outcome = self.game.outcome(self.positions[index])
            ended.append(int(outcome.winner) if outcome else 0)
        return ended

    def assert_same(self, games: Batch) -> None:
        """Positions, legal moves, turns, winners and observations agree in every game."""
        mask = games.legal()
        assert mask.shape == (games.games, action_count(self.game))
        places = games.positions()
        views = games.observations()
        others = games.observations(3 - games.to_move)
        for index, position in enumerate(self.positions):
            assert tuple(np.flatnonzero(mask[index])) == self.game.legal_moves(position)
            assert games.to_move[index] == position.to_move
            assert self.game.key(places[index]) == self.game.key(position)
            assert self.game.legal_moves(places[index]) == self.game.legal_moves(position)
            outcome = self.game.outcome(position)
            assert games.winners[index] == (outcome.winner if outcome else 0)
            seen = observation(self.game, position, position.to_move)
            assert views[index].tolist() == seen.tolist()
            seen = observation(self.game, position, position.to_move.other)
            assert others[index].tolist() == seen.tolist()


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
    """A step with `where` plays in the named games only, whatever the other moves say."""
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


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: batch("chess", 3), "there is no game 'chess'; there are divider"),
        (lambda: batch("chain", 3, start=3), "chain has no option 'start', only low, high, openi"),
        (lambda: batch("chain", 3, high=1), "high must be a whole number from 2"),
        (lambda: batch("chain", 0), "games must be a whole number from 1 on, not 0"),
        (lambda: batch("ladder", 1, high=LARGEST_POOL + 1), "a batch holds pools up to 10000"),
        (lambda: batch("countdown", 1, start=LARGEST_START + 1), "counts down from at most 200000"),
        (lambda: batch("countdown", 1, start=7, auto_reset=True), "over before the first move"),
        (lambda: batch("chain", 2).reset(first=3), "first must be 1 or 2"),
        (lambda: batch("chain", 2).step([2, 2], [1, 0]), "where must be 2 flags"),
    ],
)
def test_bad_set_ups_are_refused(make: Any, problem: str) -> None:
    """What a batch cannot be is an OptionsError that says why."""
    with pytest.raises(OptionsError, match=problem):
        make()


@pytest.mark.parametrize("name", ["ladder", "divider"])
def test_the_largest_pools_fit(name: str) -> None:
    """A batch of the largest pool is played as the scalar rules play it."""
    game, rng = GAMES[name](high=LARGEST_POOL), np.random.default_rng(11)
    games, twin = make_batch(game, 3), OneByOne(game, [1] * 3)
    for _ in range(3):
        moves = games.sample(rng)
        assert games.step(moves).tolist() == twin.play(moves.tolist())
    twin.assert_same(games)


@pytest.mark.parametrize("setup", [*DEFAULTS, *WIDE[:7]], ids=str)
def test_random_moves_are_equally_likely(setup: Setup) -> None:
    """Every legal move is drawn about as often as every other."""
    draws = 20_000
    games = make_batch(setup.game, draws)
    counts = np.bincount(games.sample(np.random.default_rng(12)), minlength=games.actions)
    legal = games.legal()[0]
    share = draws / legal.sum()
    assert counts[~legal].sum() == 0
    assert np.abs(counts[legal] - share).max() < 5 * share**0.5


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
