"""Positions as arrays of zeros and ones.

What an agent sees is seen from its own side of the table and is all that matters for the
rest of the game. A game says it in its `encoding` module; for any other, the places are
those of the legal moves, and then the position itself: each of its whole numbers in binary,
the least digit first, and of whatever else it holds, a fingerprint.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from divisor_duel.errors import OptionsError
from divisor_duel.game import Game, Player
from divisor_duel.games.parts import ENCODING, find

Bits = NDArray[np.int8]

NUMBER = 64
"""How many places a number of a position has that no game's own encoding knows better."""

MOST_WALKED = 20_000
"""How many positions are looked at to learn how large moves get."""


def action_count(game: Game[Any]) -> int:
    """One more than the largest move, so that an action is the move itself."""
    own = find(game, ENCODING)
    return own.action_count(game) if own else _largest_move(game) + 1


def observation(game: Game[Any], position: Any, viewer: Player) -> Bits:
    """What `viewer` sees."""
    own = find(game, ENCODING)
    seen: Bits = (own.observation if own else plain)(game, position, viewer)
    return seen


def observation_size(game: Game[Any]) -> int:
    """How many zeros and ones an observation has."""
    return len(observation(game, game.start(), Player.ONE))


def action_mask(game: Game[Any], position: Any) -> Bits:
    """Ones at the legal moves."""
    mask = np.zeros(action_count(game), np.int8)
    legal = game.legal_moves(position)
    if legal and legal[-1] >= len(mask):
        raise OptionsError(
            f"{game.id} has moves beyond {len(mask) - 1}: it needs an encoding module with an "
            "action_count"
        )
    mask[list(legal)] = 1
    return mask


def binary(number: int, length: int) -> Bits:
    """A number in binary, or a set of numbers given as a mask."""
    data = number.to_bytes(length // 8 + 1, "little")
    places = np.unpackbits(np.frombuffer(data, np.uint8), count=length, bitorder="little")
    return places.astype(np.int8)


def one_hot(number: int, length: int) -> Bits:
    """A single one among zeros."""
    return binary(1 << number, length)


def plain(game: Game[Any], position: Any, viewer: Player) -> Bits:
    """What is seen of a game that has no encoding of its own."""
    wide = [max(NUMBER, number.bit_length()) for number in _numbers(game.start(), viewer)]
    numbers = zip(_numbers(position, viewer), wide, strict=True)
    return np.concatenate(
        [
            action_mask(game, position),
            *(binary(number % (1 << length), length) for number, length in numbers),
        ]
    )


def _numbers(position: Any, viewer: Player) -> Iterator[int]:
    """The parts of a position as numbers; whose turn it is is told by whom it is shown to."""
    names = getattr(position, "_fields", None) or getattr(position, "__dataclass_fields__", None)
    parts = {name: getattr(position, name) for name in names} if names else {"": position}
    parts.pop("to_move", None)
    for value in parts.values():
        if isinstance(value, Player):
            yield int(value == viewer)
        elif isinstance(value, int):
            yield value
        else:
            digest = blake2b(repr(value).encode(), digest_size=NUMBER // 8).digest()
            yield int.from_bytes(digest, "little")


@lru_cache(maxsize=64)
def _largest_move(game: Game[Any]) -> int:
    """The largest move of any position; of a game too large to be walked through, a good guess.

    The guess is the largest move seen or the largest number among the options.
    """
    seen, waiting, largest = {game.start()}, [game.start()], 0
    while waiting and len(seen) < MOST_WALKED:
        position = waiting.pop()
        moves = game.legal_moves(position)
        largest = max(largest, *moves) if moves else largest
        after = {game.play(position, move) for move in moves} - seen
        seen |= after
        waiting += after
    if not waiting:
        return largest
    return max([largest, *(value for value in game.options.values() if isinstance(value, int))])
