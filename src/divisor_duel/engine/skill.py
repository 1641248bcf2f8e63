"""How people err, as a few numbers: what is near and common is seen, what is deep and rare is not.

A level always sees a win within some plies, and some of the other's. A deeper win it finds
the less often the deeper it lies and the fewer moves lead to it. Where it sees nothing it
follows the game's idea, if it thinks of it, or its nose. All chance comes from `rng`, and
sight is measured in counted steps, so the same game is played on every machine.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.game import Game
from divisor_duel.games.parts import IDEAS, find

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
        return View(self, game, position, values).choose(rng)


class View:
    """What one skill makes of one position: worked out when first needed, and never twice.

    It depends on nothing but the position, so whoever plays many games may keep it.
    """

    def __init__(
        self, skill: Skill, game: Game[Any], position: Any, values: Mapping[int, bool | None]
    ) -> None:
        self.skill, self.game, self.position = skill, game, position
        self.legal = tuple(values)
        """Every legal move."""
        self.winning = tuple(move for move in self.legal if values[move])
        """Those that are known to win."""

    def choose(self, rng: Random) -> int:
        """A move; chance decides what is seen and which of several moves it is."""
        if self.winning and len(self.winning) < len(self.legal):
            often, moves = self._found
            if rng.random() < often:
                return rng.choice(moves)
        elif self._at_once:
            return rng.choice(self._at_once)
        liked = rng.random() < self.skill.ideas
        return rng.choice(self._liked if liked else self._unseen)

    @cached_property
    def _found(self) -> tuple[float, tuple[int, ...]]:
        """How often the win is found, and the moves it is then one of."""
        look = Lookahead(self.game, STEPS + 2 * len(self.legal))
        depth = look.depth(self.position, DEEPEST)
        often = self.skill.finds(depth, len(self.winning) / len(self.legal))
        return often, look.quickest(self.position, self.winning, DEEPEST) or self.winning

    @cached_property
    def _at_once(self) -> tuple[int, ...]:
        """The moves that win at once, where every move wins and so nothing else counts."""
        return Lookahead(self.game).quickest(self.position, self.winning, 1)

    @cached_property
    def _unseen(self) -> tuple[int, ...]:
        """The moves left to one who has not seen the win, if there is one.

        Those that win are not among them, or it would have been seen; but who looks at nothing
        of the other's plays anything, and so mostly wins where most moves do.
        """
        pool, guards = self.legal, self.skill.guards
        if not guards and 2 * len(self.winning) > len(pool):
            return pool
        if guards and len(self.winning) < len(pool) > 1:  # no winning move lets the other win
            pool = Lookahead(self.game, GUARD_STEPS).safe(self.position, pool, guards)
        return tuple(move for move in pool if move not in self.winning) or pool

    @cached_property
    def _liked(self) -> tuple[int, ...]:
        """Those of them that the game's idea speaks for; all, where it likes none."""
        liked = _liked(self.game, self.position)
        return tuple(move for move in self._unseen if move in liked) or self._unseen


BLIND = Skill(0, 0, 0.0, 0.0)
"""Sees nothing: chance alone decides."""


def _liked(game: Game[Any], position: Any) -> Container[int]:
    """The moves that the game's idea speaks for; all, where it has none for moves."""
    ideas = find(game, IDEAS)
    return set(ideas.liked(game, position)) if ideas and ideas.liked else range(1 << 62)
