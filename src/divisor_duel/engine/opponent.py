"""A level that plays one set-up again and again, and remembers what it made of a position.

Whoever trains against a level meets the same positions thousands of times. What a level
makes of one depends on the position alone, and chance comes in only afterwards, so it can
be kept: the moves are those of `choose_move`, only sooner.

>>> from random import Random
>>> from divisor_duel import GAMES
>>> game = GAMES["countdown"](start=60)
>>> opponent = Opponent("hard", game)
>>> opponent.choose(game.start(), Random(7)) == choose_move("hard", game, game.start(), Random(7))
True
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from divisor_duel.engine.engine import Engine, default_engine
from divisor_duel.engine.levels import EFFORT, OPPONENTS, Effort, best_moves, choose_move
from divisor_duel.engine.skill import BLIND, View
from divisor_duel.game import Game

ROOM = 400_000
"""How many legal moves the positions that are remembered may have together."""


class _Best(NamedTuple):
    """What a perfect player makes of a position."""

    legal: tuple[int, ...]
    """The best moves, which are all that it would play."""

    def choose(self, rng: Random) -> int:
        """One of them."""
        return rng.choice(self.legal)


class Opponent:
    """One level in one set-up."""

    def __init__(
        self, level: str, game: Game[Any], *, engine: Engine | None = None, room: int = ROOM
    ) -> None:
        self.level, self.game, self.engine, self.room = level, game, engine, room
        self._skill = OPPONENTS[level].skill
        self._views: dict[Any, View | _Best] = {}
        self._used = 0

    def choose(self, position: Any, rng: Random) -> int:
        """The level's move; chance comes from `rng` alone."""
        if self._skill == BLIND:
            return choose_move(self.level, self.game, position, rng, Effort(engine=self.engine))
        view = self._views.get(position)
        return (view or self._look(position)).choose(rng)

    def _look(self, position: Any) -> View | _Best:
        """A view of a new position; one that time cut short is not kept."""
        if self._skill is None:
            found = best_moves(self.game, position, Effort(engine=self.engine))
            best = _Best(tuple(found.moves))
            if found.whole:
                self._keep(position, best)
            return best
        engine = self.engine or default_engine()
        wins = engine.winners(self.game, position, EFFORT.seconds)
        view = View(self._skill, self.game, position, wins)
        if None not in wins.values():
            self._keep(position, view)
        return view

    def _keep(self, position: Any, view: View | _Best) -> None:
        self._views[position] = view
        self._used += len(view.legal)
        while self._used > self.room:
            oldest = next(iter(self._views))
            self._used -= len(self._views.pop(oldest).legal)
