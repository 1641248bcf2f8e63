"""The engine at work beside a screen: answers stream in, better and better."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Any

from divisor_duel.game import Game

if TYPE_CHECKING:
    from divisor_duel.engine import Analysis

SECONDS = 12.0
"""How long a position is explored; what is not found by then is left unknown."""


class Thinker:
    """Explores the position asked for last; what it finds about others is dropped.

    It tells of each analysis, and of the last one once more when it looks no further.
    """

    def __init__(self, tell: Callable[[Analysis, bool], object]) -> None:
        self._tell = tell
        self._latest = 0

    def ask(self, game: Game[Any], position: Any) -> None:
        """Explore this position from now on."""
        self._latest += 1
        work = (self._latest, game, position)
        Thread(target=self._explore, args=work, daemon=True, name="thinker").start()

    def stop(self) -> None:
        """Tell of nothing any more."""
        self._latest += 1

    def _explore(self, number: int, game: Game[Any], position: Any) -> None:
        from divisor_duel.engine import default_engine

        latest = None
        for latest in default_engine().explore(game, position, SECONDS):
            if number != self._latest:
                return
            self._tell(latest, False)
        if latest and number == self._latest:
            self._tell(latest, True)
