"""Positions of seeded random games, which the sections about explanations share.

This module uses only names that version 0.1.0 of the package has too, so that `words` can measure
an older checkout.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from divisor_duel.game import AnyGame

SIZES: dict[str, tuple[str, range]] = {
    "divider": ("high", range(5, 31)),
    "ladder": ("high", range(5, 201)),
    "countdown": ("start", range(4, 2001)),
    "chain": ("high", range(5, 101)),
    "digits": ("target", range(2, 201)),
}
"""The set-ups that positions are sampled from: an option and its values."""

MISERE_SIZES: dict[str, tuple[str, range]] = {
    **SIZES,
    "divider": ("high", range(5, 23)),
    "chain": ("high", range(5, 31)),
}
"""The same in misere, where Divider Duel and Chain have no theory."""

MOST_MOVES = 7
"""Most random moves before a sampled position."""


def sampled(
    name: str, samples: int, seed: int, *, misere: bool = False
) -> Iterator[tuple[AnyGame, Any]]:
    """Yield positions of random games in random set-ups that are not over."""
    from divisor_duel import GAMES

    rng, options = Random(f"{name} {seed}"), {"ending": "misere"} if misere else {}
    option, values = (MISERE_SIZES if misere else SIZES)[name]
    while samples:
        game: AnyGame = GAMES[name](**{option: rng.choice(values)}, **options)
        position = game.start()
        for _ in range(rng.randrange(MOST_MOVES + 1)):
            legal = game.legal_moves(position)
            if legal:
                position = game.play(position, rng.choice(legal))
        if not game.outcome(position):
            samples -= 1
            yield game, position
