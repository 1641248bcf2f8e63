"""A progress bar for long work, with an estimate of the time left.

It is drawn on standard error, and only on a terminal; a pipe or a file gets
nothing. The line is cleared when the work ends, however it ends.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections import deque
from time import monotonic
from typing import TextIO

from divisor_duel.game import Player
from divisor_duel.terminal.paint import Paint

PACE_STEPS = 12
"""How many of the latest steps the time left is estimated from."""


class Progress:
    """A line that shows how many of `total` steps are done, redrawn by a thread."""

    def __init__(self, total: int, noun: str, stream: TextIO) -> None:
        self.total = total
        """Number of steps."""
        self.done = 0
        """Number of steps done."""
        self._noun = noun
        self._stream = stream
        self._paint = Paint(stream)
        self._shown = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._times: deque[float] = deque(maxlen=PACE_STEPS + 1)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep_drawing, daemon=True)

    def __enter__(self) -> Progress:
        self._times.append(monotonic())
        if self._shown:
            self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def step(self) -> None:
        """Count one more step as done."""
        self.done += 1
        self._times.append(monotonic())

    def _keep_drawing(self) -> None:
        while not self._over.wait(0.2):
            columns = shutil.get_terminal_size().columns
            self._stream.write(f"\r\x1b[K{self.line(columns - 1)}")
            self._stream.flush()

    def seconds_left(self) -> float | None:
        """Estimate the time left from the latest steps; None before the first."""
        steps = len(self._times) - 1
        if not steps:
            return None
        now = monotonic()
        step = max((self._times[-1] - self._times[0]) / steps, now - self._times[-1])
        return max(0.0, step * (self.total - self.done) - (now - self._times[-1]))

    def line(self, width: int) -> str:
        """Return the bar, the count and the time left, in at most `width` columns."""
        left = self.seconds_left()
        text = f" {self.done} of {self.total} {self._noun}"
        text += "" if left is None else f", about {duration(left)} left"
        room = min(40, width - len(text))
        if room < 8:
            return text.strip()[:width]
        full = room * self.done // max(1, self.total)
        bar = self._paint.player(Player.ONE, "━" * full) + self._paint.dim("─" * (room - full))
        return bar + text


def duration(seconds: float) -> str:
    """Format a duration for people, such as 5 min."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
