"""What agents see: enough to play on, from their own side of the table."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, OptionsError, Player
from divisor_duel.adapters.encoding import (
    action_count,
    action_mask,
    game_that_fits,
    observation,
    observation_size,
    playable_game,
)
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


def test_what_cannot_be_an_environment_is_refused() -> None:
    """Unknown games and options, games without a first move, and huge ones are OptionsErrors."""
    with pytest.raises(OptionsError, match="there is no game 'go'"):
        playable_game("go")
    with pytest.raises(OptionsError, match="countdown has no option 'high', only start"):
        playable_game("countdown", high=3)
    with pytest.raises(OptionsError, match="there is nothing to play: 7 is prime"):
        playable_game("countdown", start=7)
    with pytest.raises(OptionsError, match="moves go up to 100001 here, but a mask"):
        game_that_fits("countdown", start=200_002)
    assert action_count(game_that_fits("countdown", start=200_001)) == 100_001
