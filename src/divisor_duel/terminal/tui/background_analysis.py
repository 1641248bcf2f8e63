"""Analysis in the background: a screen receives better and better results."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Any

from divisor_duel.game import Game
from divisor_duel.terminal.engine import command_engine

if TYPE_CHECKING:
    from divisor_duel.engine import Analysis

SECONDS = 12.0
"""Time limit per position, in seconds; what is not found by then stays unknown."""


class BackgroundAnalysis:
    """Explores the latest position asked about, and drops results about earlier ones.

    It reports each analysis, and the last one a second time when it has finished.
    """

    def __init__(self, report: Callable[[Analysis, bool], object]) -> None:
        self._report = report
        self._latest = 0

    def ask(self, game: Game[Any], position: Any) -> None:
        """Explore this position from now on."""
        self._latest += 1
        work = (self._latest, game, position)
        Thread(target=self._explore, args=work, daemon=True, name="analysis").start()

    def stop(self) -> None:
        """Report nothing more."""
        self._latest += 1

    def _explore(self, number: int, game: Game[Any], position: Any) -> None:
        latest = None
        for latest in command_engine().explore(game, position, SECONDS):
            if number != self._latest:
                return
            self._report(latest, False)
        if latest and number == self._latest:
            self._report(latest, True)
