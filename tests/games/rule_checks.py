"""What is checked of the rules of every game, for the tests of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from divisor_duel import GAMES, IllegalMoveError, OptionsError, Player


def refused(game: Any, position: Any, move: int) -> str:
    """Why a move is illegal."""
    with pytest.raises(IllegalMoveError) as caught:
        game.play(position, move)
    return caught.value.problem


def mask(*numbers: int) -> int:
    """A set of numbers as games have it."""
    return sum(2**number for number in numbers)


def check_limits(
    name: str, options: Mapping[str, Any], fits: bool, defaults: Mapping[str, Any]
) -> None:
    """Options within their limits are taken, beside the defaults; others are refused."""
    if fits:
        assert GAMES[name](**options).options == {**defaults, **options}
    else:
        with pytest.raises(OptionsError):
            GAMES[name](**options)


def check_class(
    name: str, *, fair: Mapping[str, Any], bench: Mapping[str, Any], impartial: bool
) -> None:
    """Its set-ups are these; a game is hashed by its options and cannot be changed.

    The benchmark's set-ups are published, so results can be compared only if they stay.
    """
    game: Any = GAMES[name]()
    assert game.fair.options == fair
    assert game.bench == bench
    assert game.impartial is impartial
    assert hash(game) == hash(GAMES[name]())
    with pytest.raises(FrozenInstanceError):
        game.ending = "misere"


def check_children(name: str, **options: Any) -> None:
    """Children are the positions after each legal move, in the order of the moves."""
    game: Any = GAMES[name](**options)
    waiting = [game.start(Player.TWO)]
    for _ in range(60):
        position = waiting.pop()
        after = [game.play(position, move) for move in game.legal_moves(position)]
        assert list(game.children(position)) == after
        waiting = [*after, *waiting] or [game.start()]


def check_keys(game: Any, key: str, *others: Any) -> None:
    """The start has this key, and it, the start of Player 2 and the others differ in theirs."""
    positions = (game.start(), game.start(Player.TWO), *others)
    assert len({game.key(position) for position in positions}) == len(positions)
    assert game.key(game.start()) == key
