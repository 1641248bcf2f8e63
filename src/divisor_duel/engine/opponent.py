"""A computer player for many games of one set-up, which caches what it sees.

Training against a level meets the same positions thousands of times. A level's view of a
position depends on the position alone, and randomness enters only afterwards, so the view can
be cached: the moves are those of `choose_move`, only faster.

>>> from random import Random
>>> from divisor_duel import GAMES
>>> game = GAMES["countdown"](start=60)
>>> opponent = Opponent("hard", game)
>>> opponent.choose(game.start(), Random(7)) == choose_move("hard", game, game.start(), Random(7))
True
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from divisor_duel.engine.engine import DEFAULT, Engine
from divisor_duel.engine.levels import EFFORT, OPPONENTS, Effort, best_moves, choose_move
from divisor_duel.engine.skill import BLIND, View
from divisor_duel.game import AnyGame, Position

CACHE_LIMIT = 400_000
"""Cache limit: the total of legal moves in the cached positions."""


class _Best(NamedTuple):
    """A perfect player's view of a position."""

    legal: tuple[int, ...]
    """The best moves, the only ones that it would play."""

    def choose(self, rng: Random) -> int:
        """Return one of them at random."""
        return rng.choice(self.legal)


class Opponent:
    """A computer player of one level in one set-up."""

    def __init__(
        self, level: str, game: AnyGame, *, engine: Engine = DEFAULT, room: int = CACHE_LIMIT
    ) -> None:
        self.level, self.game, self.engine, self.room = level, game, engine, room
        self._skill = OPPONENTS[level].skill
        self._views: dict[Position, View | _Best] = {}
        self._used = 0

    def choose(self, position: Position, rng: Random) -> int:
        """Return the level's move; all randomness comes from `rng`."""
        if self._skill == BLIND:
            return choose_move(self.level, self.game, position, rng, Effort(engine=self.engine))
        view = self._views.get(position)
        return (view or self._view(position)).choose(rng)

    def _view(self, position: Position) -> View | _Best:
        """Return the view of a new position; cache it unless it ran out of time."""
        if self._skill is None:
            best = best_moves(self.game, position, Effort(engine=self.engine))
            perfect = _Best(tuple(best.moves))
            if best.finished:
                self._cache(position, perfect)
            return perfect
        wins = self.engine.judge_moves(self.game, position, EFFORT.seconds)
        view = View(self._skill, self.game, position, wins)
        if None not in wins.values():
            self._cache(position, view)
        return view

    def _cache(self, position: Position, view: View | _Best) -> None:
        self._views[position] = view
        self._used += len(view.legal)
        while self._used > self.room:
            oldest = next(iter(self._views))
            self._used -= len(self._views.pop(oldest).legal)
