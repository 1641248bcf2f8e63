"""How people err, as a few numbers: what is near and common is seen, what is deep and rare is not.

A level always sees a win within some plies, and some of the other's. A deeper win it finds
the less often the deeper it lies and the fewer moves lead to it. Where it sees nothing it
follows the game's idea, if it thinks of it, or its nose. All chance comes from `rng`, and
sight is measured in counted steps, so the same game is played on every machine.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.game import Game
from divisor_duel.games.kit import part

DEEPEST = 7
"""Deeper wins are all as hard to find."""

STEPS = 2000
"""How many positions are looked at to say how deep a win lies, besides the next move."""

GUARD_STEPS = 20_000
"""How many are looked at for what the other could do."""


@dataclass(frozen=True)
class Skill:
    """What a player sees, and how often."""

    sees: int
    """A win within so many plies is never missed."""
    guards: int
    """The other's win within so many plies is never allowed where it can be helped."""
    sight: float
    """How often a win two plies deeper than that is found; twice so deep, that share of it."""
    ideas: float
    """How often the game's idea comes to mind where nothing is seen."""

    def finds(self, depth: int | None, share: float) -> float:
        """How often a win is found that lies so deep, to which a `share` of all moves leads."""
        deeper = (depth or DEEPEST + 1) - self.sees
        if deeper <= 0:
            return 1.0
        return float(self.sight ** (deeper / 2 * (1.6 - share)))

    def choose(
        self, game: Game[Any], position: Any, values: Mapping[int, bool | None], rng: Random
    ) -> int:
        """A move, given whether each wins; None where that is not known."""
        legal = tuple(values)
        winning = tuple(move for move in legal if values[move])
        look = Lookahead(game, STEPS + 2 * len(legal))
        if winning and len(winning) < len(legal):
            depth = look.depth(position, DEEPEST)
            if rng.random() < self.finds(depth, len(winning) / len(legal)):
                return rng.choice(look.quickest(position, winning, DEEPEST) or winning)
        pool = legal
        if self.guards:
            pool = Lookahead(game, GUARD_STEPS).safe(position, legal, self.guards)
        pool = tuple(move for move in pool if not values[move]) or pool  # it did not see these
        if rng.random() < self.ideas:
            liked = _liked(game, position)
            pool = tuple(move for move in pool if move in liked) or pool
        return rng.choice(pool)


BLIND = Skill(0, 0, 0.0, 0.0)
"""Sees nothing: chance alone decides."""


def _liked(game: Game[Any], position: Any) -> Container[int]:
    """The moves that the game's idea speaks for; all, where it has none for moves."""
    liked = getattr(part(game, "ideas"), "liked", None)
    return set(liked(game, position)) if liked else range(1 << 62)
