"""Random games, the source of positions for starts, bench sets and datasets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from divisor_duel.game import Game


def random_game(
    game: Game[Any], choose: Callable[[Sequence[int]], int]
) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield each position of one game before its end, with the moves that lead to it.

    `choose` picks one of the legal moves, such as the method `choice` of a random generator.
    """
    position, played = game.start(), list[int]()
    while legal := game.legal_moves(position):
        yield tuple(played), position
        played.append(choose(legal))
        position = game.play(position, played[-1])
