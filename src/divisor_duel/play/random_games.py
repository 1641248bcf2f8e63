"""Random games, from which puzzles, lessons, starts and samples are taken.

>>> from random import Random
>>> from divisor_duel import GAMES
>>> for turn in random_game(GAMES["countdown"](start=9), Random(1)):
...     print(turn.moves, turn.position.number, turn.legal)
() 9 (3,)
(3,) 6 (2, 3)
(3, 2) 4 (2,)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple, Protocol

from divisor_duel.game import Game, P


class Turn(NamedTuple, Generic[P]):
    """One position of a game that is not over."""

    moves: tuple[int, ...]
    """The moves that led to it."""
    position: P
    """The position."""
    legal: tuple[int, ...]
    """Its legal moves."""


class Chooser(Protocol):
    """Picks moves; `random.Random` is one."""

    def choice(self, moves: tuple[int, ...], /) -> int:
        """Return one of the moves."""


def random_game(game: Game[P], rng: Chooser) -> Iterator[Turn[P]]:
    """Yield the turns of a game in which each player picks any legal move.

    The last position, in which the game is over, is not a turn. Asking for the next turn
    draws a move from `rng`.
    """
    position, moves = game.start(), list[int]()
    while legal := game.legal_moves(position):
        yield Turn(tuple(moves), position, legal)
        moves.append(rng.choice(legal))
        position = game.play(position, moves[-1])
