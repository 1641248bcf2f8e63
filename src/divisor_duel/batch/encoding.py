"""Positions as arrays of zeros and ones.

An observation is from the agent's own point of view and has all that matters for the rest
of the game. A game defines it as `ENCODING` in its `arrays.py`. Other games get a plain
encoding: the mask of legal moves, then the position itself, with each whole number in
binary, least significant bit first, and a fingerprint of any other value.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.games.parts import ENCODING, find

Bits = NDArray[np.int8]

NUMBER = 64
"""Least length of a number in the plain encoding, in bits."""

MOST_WALKED = 20_000
"""Limit on the positions visited to find the largest move."""


def action_count(game: AnyGame) -> int:
    """Return the largest move plus one, so that an action is the move itself."""
    own = find(game, ENCODING)
    return own.action_count(game) if own else _largest_move(game) + 1


def observation(game: AnyGame, position: Position, viewer: Player) -> Bits:
    """Return what `viewer` sees."""
    own = find(game, ENCODING)
    return (own.observation if own else plain)(game, position, viewer)


def observation_size(game: AnyGame) -> int:
    """Return the length of an observation."""
    return len(observation(game, game.start(), Player.ONE))


def action_mask(game: AnyGame, position: Position) -> Bits:
    """Return an array with ones at the legal moves."""
    mask = np.zeros(action_count(game), np.int8)
    legal = game.legal_moves(position)
    if legal and legal[-1] >= len(mask):
        raise OptionsError(
            f"{game.id} has moves beyond {len(mask) - 1}: it needs an "
            "ENCODING with an action_count in its arrays.py"
        )
    mask[list(legal)] = 1
    return mask


def binary(number: int, length: int) -> Bits:
    """Return the bits of a number, or of a set given as a mask, lowest first."""
    data = number.to_bytes(length // 8 + 1, "little")
    places = np.unpackbits(np.frombuffer(data, np.uint8), count=length, bitorder="little")
    return places.astype(np.int8)


def one_hot(number: int, length: int) -> Bits:
    """Return zeros with a single one at `number`."""
    return binary(1 << number, length)


def plain(game: AnyGame, position: Position, viewer: Player) -> Bits:
    """Return the observation of a game that has no encoding of its own."""
    lengths = [max(NUMBER, number.bit_length()) for number in _numbers(game.start(), viewer)]
    numbers = zip(_numbers(position, viewer), lengths, strict=True)
    return np.concatenate(
        [
            action_mask(game, position),
            *(binary(number % (1 << length), length) for number, length in numbers),
        ]
    )


def _numbers(position: Position, viewer: Player) -> Iterator[int]:
    """Yield the parts of a position as numbers.

    The player to move is left out: it follows from the viewer.
    """
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
def _largest_move(game: AnyGame) -> int:
    """Return the largest move of any position, or a guess if there are too many.

    The guess is the largest move found or the largest number among the options.
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
