"""A model of human mistakes: people see near wins and miss deep, rare ones.

A level always sees its own wins, and its opponent's, within a few plies. It finds a deeper win
less often the deeper it lies and the fewer moves lead to it. If it sees no win, it follows the
game's idea (if it thinks of it) or moves at random. All randomness comes from `rng`, and the
search is limited by counted steps, so a game goes the same way on every machine.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.game import AnyGame, Position
from divisor_duel.games.parts import IDEAS, find

DEEPEST = 7
"""Depth limit, in plies: all deeper wins are equally hard to find."""

STEPS = 2000
"""Limit on the positions searched for the depth of a win, plus two for each legal move."""

GUARD_STEPS = 20_000
"""Limit on the positions searched for the opponent's wins."""


@dataclass(frozen=True)
class Skill:
    """What a player sees, and how often."""

    sees: int
    """It never misses a win within this many plies."""
    guards: int
    """It never allows a win of the opponent within this many plies if it can avoid that."""
    sight: float
    """Probability of finding a win two plies deeper than `sees`; squared for four plies, and so
    on. Rare winning moves lower it."""
    ideas: float
    """Probability of following the game's idea when it sees no win."""

    def finds(self, depth: int | None, share: float) -> float:
        """Return the probability of finding a win at `depth` with a `share` of the moves.

        A `depth` of None is beyond `DEEPEST`.
        """
        deeper = (depth or DEEPEST + 1) - self.sees
        if deeper <= 0:
            return 1.0
        return float(self.sight ** (deeper / 2 * (1.6 - share)))

    def choose(
        self, game: AnyGame, position: Position, values: Mapping[int, bool | None], rng: Random
    ) -> int:
        """Return a move, given whether each legal move wins (None if unknown)."""
        return View(self, game, position, values).choose(rng)


class View:
    """How a player of one skill sees one position; computed on first use.

    It depends only on the position, so callers that play many games may cache it.
    """

    def __init__(
        self, skill: Skill, game: AnyGame, position: Position, values: Mapping[int, bool | None]
    ) -> None:
        self.skill, self.game, self.position = skill, game, position
        self.legal = tuple(values)
        """Every legal move."""
        self.winning = tuple(move for move in self.legal if values[move])
        """The moves that are known to win."""

    def choose(self, rng: Random) -> int:
        """Return a move; `rng` decides what the player sees and breaks ties."""
        if self.winning and len(self.winning) < len(self.legal):
            probability, moves = self._found
            if rng.random() < probability:
                return rng.choice(moves)
        elif self._at_once:
            return rng.choice(self._at_once)
        liked = rng.random() < self.skill.ideas
        return rng.choice(self._liked if liked else self._unseen)

    @cached_property
    def _found(self) -> tuple[float, tuple[int, ...]]:
        """The probability of finding the win, and the moves to choose from if it is found."""
        look = Lookahead(self.game, STEPS + 2 * len(self.legal))
        depth = look.depth(self.position, DEEPEST)
        probability = self.skill.finds(depth, len(self.winning) / len(self.legal))
        return probability, look.quickest(self.position, self.winning, DEEPEST) or self.winning

    @cached_property
    def _at_once(self) -> tuple[int, ...]:
        """The moves that win at once, for positions in which every move wins."""
        return Lookahead(self.game).quickest(self.position, self.winning, 1)

    @cached_property
    def _unseen(self) -> tuple[int, ...]:
        """The moves of a player who has not seen a win.

        They exclude the winning moves, which the player would otherwise have seen. But a player
        who does not guard against the opponent's wins plays any move if most moves win.
        """
        pool, guards = self.legal, self.skill.guards
        if not guards and 2 * len(self.winning) > len(pool):
            return pool
        if guards and len(self.winning) < len(pool) > 1:  # winning moves are safe anyway
            pool = Lookahead(self.game, GUARD_STEPS).safe(self.position, pool, guards)
        return tuple(move for move in pool if move not in self.winning) or pool

    @cached_property
    def _liked(self) -> tuple[int, ...]:
        """Those of `_unseen` that fit the game's idea; all of them if none does."""
        liked = _liked(self.game, self.position)
        return tuple(move for move in self._unseen if move in liked) or self._unseen


BLIND = Skill(0, 0, 0.0, 0.0)
"""Sees nothing and moves at random."""


def _liked(game: AnyGame, position: Position) -> Container[int]:
    """Return the moves that fit the game's idea; all numbers if it names no moves."""
    ideas = find(game, IDEAS)
    favoured = ideas and ideas.favoured_moves
    return set(favoured(game, position)) if favoured else range(1 << 62)
