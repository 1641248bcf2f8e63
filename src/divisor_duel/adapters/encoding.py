"""Positions as arrays of zeros and ones, the same for every library.

What an agent sees is seen from its own side of the table and is all that
matters for the rest of the game. Sets take one place for each number, from 0
on; a number of the pool is a single one among zeros; any other number is
written in binary, the least digit first.

| game | what follows one another |
|---|---|
| divider | the numbers on the list |
| ladder | the pool, the agent's own number, the opponent's number |
| countdown | the number in binary |
| chain | the pool, the number taken last (place 0 before the first move) |
| digits | the digits left, the remainder of the number in binary |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from divisor_duel.batch import set_up
from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, OptionValue, Player

Bits = NDArray[np.int8]

LARGEST_ACTION = 100_000
"""The largest move that a mask of legal moves may have to hold."""


def playable(name: str, **options: OptionValue) -> Game[Any]:
    """The game called `name`, with a first move to make and moves that fit a mask.

    OptionsError if there is no such game or option, if the game is over before it
    begins, or if it is too large.
    """
    game = sized(name, **options)
    outcome = game.outcome(game.start())
    if outcome:
        raise OptionsError(f"there is nothing to play: {outcome.reason}")
    return game


def sized(name: str, **options: OptionValue) -> Game[Any]:
    """The game called `name`; OptionsError if its moves do not fit a mask."""
    game = set_up(name, **options)
    if action_count(game) - 1 > LARGEST_ACTION:
        raise OptionsError(
            f"moves go up to {action_count(game) - 1} here, but a mask of legal moves holds "
            f"{LARGEST_ACTION} at the most"
        )
    return game


def action_count(game: Game[Any]) -> int:
    """One more than the largest move, so that an action is the move itself."""
    options = game.options
    if game.id == "countdown":
        return int(options["start"]) // 2 + 1
    return int(options["base"]) if game.id == "digits" else int(options["high"]) + 1


def action_mask(game: Game[Any], position: Any) -> Bits:
    """Ones at the legal moves."""
    mask = np.zeros(action_count(game), np.int8)
    mask[list(game.legal_moves(position))] = 1
    return mask


def observation(game: Game[Any], position: Any, viewer: Player) -> Bits:
    """What `viewer` sees."""
    return _ENCODERS[game.id](game, position, viewer)


def observation_size(game: Game[Any]) -> int:
    """How many zeros and ones an observation has."""
    return len(observation(game, game.start(), Player.ONE))


def _binary(number: int, length: int) -> Bits:
    data = number.to_bytes(length // 8 + 1, "little")
    places = np.unpackbits(np.frombuffer(data, np.uint8), count=length, bitorder="little")
    return places.astype(np.int8)


def _one_hot(number: int, length: int) -> Bits:
    return _binary(1 << number, length)


def _divider(game: Any, position: Any, viewer: Player) -> Bits:
    return _binary(position.left, action_count(game))


def _ladder(game: Any, position: Any, viewer: Player) -> Bits:
    length = action_count(game)
    numbers = (position.one, position.two) if viewer == 1 else (position.two, position.one)
    return np.concatenate(
        [_binary(position.pool, length), *(_one_hot(number, length) for number in numbers)]
    )


def _countdown(game: Any, position: Any, viewer: Player) -> Bits:
    return _binary(position.number, game.begin.bit_length())


def _chain(game: Any, position: Any, viewer: Player) -> Bits:
    length = action_count(game)
    return np.concatenate([_binary(position.pool, length), _one_hot(position.last, length)])


def _digits(game: Any, position: Any, viewer: Player) -> Bits:
    remainder = position.number % game.target
    digits = _binary(position.left, action_count(game))
    return np.concatenate([digits, _binary(remainder, (game.target - 1).bit_length())])


_ENCODERS: dict[str, Callable[[Any, Any, Player], Bits]] = {
    "divider": _divider,
    "ladder": _ladder,
    "countdown": _countdown,
    "chain": _chain,
    "digits": _digits,
}
