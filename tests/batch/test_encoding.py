"""What agents see: enough to play on, from their own side of the table."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, OptionsError, Player
from divisor_duel.batch import encoding
from divisor_duel.batch.encoding import (
    action_count,
    action_mask,
    binary,
    observation,
    observation_size,
    one_hot,
    plain,
)
from tests.heap_package.heap_game.rules import Heap
from tests.setups import SMALL, Setup


@pytest.mark.parametrize(
    "setup", [setup for setup in SMALL if setup.options.get("high", 0) not in (12, 13)], ids=str
)
def test_equal_observations_have_equal_futures(setup: Setup) -> None:
    """Positions that look alike to the player to move agree on all that can still happen."""
    game = setup.game
    futures: dict[bytes, Any] = {}

    def future(position: Any) -> Any:
        """Everything that can still happen, or a known twin's number for it."""
        outcome = game.outcome(position)
        key = observation(game, position, position.to_move).tobytes()
        won = outcome and outcome.winner == position.to_move
        found = (won, tuple((m, seen[game.play(position, m)]) for m in game.legal_moves(position)))
        assert futures.setdefault(key, found) == found
        return key

    seen: dict[Any, Any] = {}
    waiting = [game.start(), game.start(Player.TWO)]
    while waiting:
        position = waiting[-1]
        if position in seen:
            waiting.pop()
            continue
        children = [game.play(position, move) for move in game.legal_moves(position)]
        unseen = [child for child in children if child not in seen]
        if unseen:
            waiting += unseen
        else:
            seen[position] = future(waiting.pop())


def test_each_game_is_seen_as_documented() -> None:
    """The places of an observation mean what the table in the module says."""

    def ones(name: str, moves: list[int], viewer: Player, **options: int) -> list[int]:
        game = GAMES[name](**options)
        position = game.start()
        for move in moves:
            position = game.play(position, move)
        seen = observation(game, position, viewer)
        assert len(seen) == observation_size(game)
        return [int(place) for place in seen.nonzero()[0]]

    assert ones("divider", [4], Player.ONE) == [2, 3, 5, 6, 7, 9]
    assert ones("ladder", [2, 3], Player.ONE, high=5) == [4, 5, 6 + 2, 12 + 3]
    assert ones("ladder", [2, 3], Player.TWO, high=5) == [4, 5, 6 + 3, 12 + 2]
    assert ones("countdown", [15], Player.ONE) == [0, 2, 3, 5]
    assert ones("chain", [], Player.ONE, high=4) == [2, 3, 4, 5 + 0]
    assert ones("chain", [4], Player.ONE, high=4) == [2, 3, 5 + 4]
    assert ones("digits", [1, 2], Player.ONE) == [3, 4, 5, 6, 7, 8, 9, 10, 12]


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_has_a_one_for_every_legal_move(name: str) -> None:
    """An action is the move itself."""
    game = GAMES[name]()
    mask = action_mask(game, game.start())
    assert len(mask) == action_count(game)
    assert tuple(mask.nonzero()[0]) == game.legal_moves(game.start())


def test_numbers_are_written_in_binary_lowest_bit_first() -> None:
    """A number or a set given as a mask becomes its bits."""
    assert binary(0b1011, 6).tolist() == [1, 1, 0, 1, 0, 0]
    assert one_hot(3, 5).tolist() == [0, 0, 0, 1, 0]


def test_the_plain_encoding_has_the_mask_and_the_position() -> None:
    """A game without its own gets its legal moves, then each number of the position in binary."""
    game = Heap(size=21)
    position = game.play(game.start(), 2)
    seen = plain(game, position, Player.ONE).tolist()
    assert action_count(game) == 4
    assert seen == observation(game, position, Player.ONE).tolist()
    assert seen[:4] == action_mask(game, position).tolist() == [0, 1, 1, 1]
    assert seen[4:] == binary(19, 64).tolist()


def test_a_move_beyond_the_action_space_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the largest move was guessed too small, the error says what the game needs."""
    monkeypatch.setattr(encoding, "MOST_WALKED", 1)
    game = Heap(size=2)
    monkeypatch.setattr(Heap, "legal_moves", lambda self, position: (1, 9))
    with pytest.raises(
        OptionsError, match="heap has moves beyond 2: it needs an ENCODING with an action_count"
    ):
        action_mask(game, game.start())
