"""The engine at work beside a screen: answers stream in, better and better.

One thread serves one screen and always works on the latest question. It asks the
engine for more and more time; what the engine has found stays found, so each answer
goes on from the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from divisor_duel.game import Game
from divisor_duel.terminal.place.table import ENGINE

if TYPE_CHECKING:
    from divisor_duel.engine import Analysis

SECONDS = (0.1, 0.4, 1.0, 2.0, 4.0, 8.0)
"""How long the engine may take for each answer: none holds up a computer's move for long."""


class Thinker:
    """Works out positions in the background, the latest asked first."""

    def __init__(self, tell: Callable[[Analysis], object]) -> None:
        self._tell = tell
        self._questions: SimpleQueue[tuple[Game[Any], Any] | None] = SimpleQueue()
        self._started = False

    def ask(self, game: Game[Any], position: Any) -> None:
        """Work on this position from now on."""
        if not self._started:
            self._started = True
            Thread(target=self._run, daemon=True, name="thinker").start()
        self._questions.put((game, position))

    def stop(self) -> None:
        """Work on nothing any more."""
        self._questions.put(None)

    def _run(self) -> None:
        question = self._questions.get()
        while question:
            question = self._work(*question)

    def _work(self, game: Game[Any], position: Any) -> tuple[Game[Any], Any] | None:
        """Answer until all is known or something else is asked; what is asked next."""
        from divisor_duel.engine import analyze

        for seconds in SECONDS:
            with ENGINE:
                analysis = analyze(game, position, seconds)
            self._tell(analysis)
            if complete(analysis):
                break
            try:
                return self._latest(self._questions.get_nowait())
            except Empty:
                continue
        return self._latest(self._questions.get())

    def _latest(self, question: tuple[Game[Any], Any] | None) -> tuple[Game[Any], Any] | None:
        """The last of the questions that wait, starting with one that was taken."""
        while question:
            try:
                question = self._questions.get_nowait()
            except Empty:
                break
        return question


def complete(analysis: Analysis) -> bool:
    """Whether more time could find nothing more."""
    return analysis.remoteness is not None and all(
        move.value != "unknown" and move.remoteness is not None for move in analysis.moves
    )
