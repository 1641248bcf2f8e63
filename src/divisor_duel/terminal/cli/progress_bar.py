"""Progress of long work, with an estimate of the time left.

It is drawn by Rich on standard error, and only on a terminal: a pipe or a file gets
nothing, and Rich is not even loaded. It is cleared when the work ends, however it ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from divisor_duel.terminal.paint import Paint

if TYPE_CHECKING:
    from divisor_duel.terminal.cli.live_bar import LiveBar


class Progress:
    """How many of `total` steps are done; subclasses may show more beside or above the bar."""

    def __init__(self, total: int, noun: str, stream: TextIO) -> None:
        self.total = total
        """Number of steps."""
        self.done = 0
        """Number of steps done."""
        self._noun = noun
        self._stream = stream
        self._paint = Paint(stream)
        self._bar: LiveBar | None = None

    def __enter__(self) -> Progress:
        if self._stream.isatty() and os.environ.get("TERM") != "dumb":
            from divisor_duel.terminal.cli.live_bar import LiveBar

            self._bar = LiveBar(self, self._stream)
            self._bar.start()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._bar:
            self._bar.stop()

    def step(self) -> None:
        """Count one more step as done."""
        self.done += 1
        if self._bar:
            self._bar.step()

    def rows(self, width: int) -> list[str]:
        """Return lines to show above the bar, each of at most `width` columns."""
        return []

    def more(self) -> Iterator[str]:
        """Yield what to show beside the bar if there is room for all of it."""
        return iter(())

    def text(self, width: int, seconds_left: float | None) -> str:
        """Return the count and the time left, and in `width` columns perhaps more."""
        text = f"{self.done} of {self.total} {self._noun}"
        text += "" if seconds_left is None else f", about {duration(seconds_left)} left"
        more = "".join(f", {part}" for part in self.more())
        return text + more if len(text + more) <= width else text


def duration(seconds: float) -> str:
    """Format a duration for people, such as 5 min."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
