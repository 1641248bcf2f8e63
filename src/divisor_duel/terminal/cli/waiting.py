"""What people see while a command searches: a line of progress, and what is proved so far.

The line is written to standard error after a second, and only on a terminal. It is cleared
when the search ends, however it ends.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from threading import Event, Thread
from time import monotonic
from typing import TextIO

from divisor_duel.extras import install_message
from divisor_duel.game import AnyGame
from divisor_duel.terminal.command_name import command_name
from divisor_duel.text import plural

DEFAULT_SECONDS = 10.0
"""Time limit of an analysis, in seconds, if none is given."""

PROVING_SECONDS = 30.0
"""Time limit of the search for a certificate, in seconds, if none is given."""

QUIET_SECONDS, UPDATE_SECONDS = 1.0, 0.5
"""Seconds before the line of progress appears, and between two of its updates."""

MOST_NAMED = 8
"""Most moves that a summary names."""


class Waiting:
    """Shows how long a search has taken, and what `so_far` returns."""

    def __init__(
        self,
        seconds: float,
        so_far: Callable[[], str] = lambda: "",
        stream: TextIO | None = None,
    ) -> None:
        self._seconds = seconds
        self._so_far = so_far
        self._stream = stream or sys.stderr
        self._done = Event()
        self._thread: Thread | None = None

    def __enter__(self) -> Waiting:
        if self._stream.isatty() and os.environ.get("TERM") != "dumb":
            self._thread = Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._done.set()
        if self._thread:
            self._thread.join()

    def _show(self) -> None:
        began, pause, width = monotonic(), QUIET_SECONDS, 0
        while not self._done.wait(pause):
            text = f"Searching, {monotonic() - began:.0f} of {self._seconds:g} s"
            text = "; ".join(filter(None, (text, self._so_far())))
            self._stream.write(f"\r{text.ljust(width)}")
            self._stream.flush()
            pause, width = UPDATE_SECONDS, len(text)
        if width:
            self._stream.write(f"\r{' ' * width}\r")
            self._stream.flush()


def summary(game: AnyGame, wins: Mapping[int, bool | None]) -> str:
    """Return what is proved about the moves: ``13 loses; 1 of 31 moves is settled``."""
    counts = Counter(wins.values())
    parts = []
    for value, verb in ((True, "win"), (False, "lose")):
        moves = [game.format_move(move) for move, win in wins.items() if win is value]
        if 0 < len(moves) <= MOST_NAMED:
            parts.append(f"{', '.join(moves)} {verb}{'s' if len(moves) == 1 else ''}")
        elif moves:
            parts.append(f"{len(moves)} moves {verb}")
    settled = len(wins) - counts[None]
    verb = "is" if settled == 1 else "are"
    parts.append(f"{settled} of {plural(len(wins), 'move')} {verb} settled")
    return "; ".join(parts)


def advice(game: AnyGame) -> str:
    """Return how to make searches of this game faster; empty if there is no way."""
    from divisor_duel.engine import compiled

    names = compiled.modules_of([type(game)])
    if not names or game.misere:
        return ""
    if not compiled.is_installed():
        return install_message("the extra `fast` makes this search much faster", "fast")
    if not all(map(compiled.seconds_to_load, names)):
        return f"`{command_name()} warm`, run once, makes this search much faster"
    return ""
