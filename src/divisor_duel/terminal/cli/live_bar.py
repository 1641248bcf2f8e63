"""The bar of Rich that draws progress; loading it loads Rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TextIO

from rich import progress
from rich.console import Console, RenderableType
from rich.table import Column
from rich.text import Text

FULL = "bold color(32)"
"""The style of what is done: the colour of Player 1."""
LEAST_BAR = 10
"""Columns left to the bar beside its text."""
PACE_SECONDS = 600
"""How far back the steps go that the time left is estimated from, in seconds."""


class Shown(Protocol):
    """What a bar shows; `Progress` is one."""

    @property
    def total(self) -> int:
        """Number of steps."""

    def rows(self, width: int) -> list[str]:
        """Return lines to show above the bar, each of at most `width` columns."""

    def text(self, width: int, seconds_left: float | None) -> str:
        """Return the text beside the bar."""


class LiveBar(progress.Progress):
    """Draws progress five times a second, until it is stopped."""

    def __init__(self, shown: Shown, stream: TextIO) -> None:
        self._shown = shown
        self._screen = console = Console(file=stream)
        super().__init__(
            progress.BarColumn(complete_style=FULL, finished_style=FULL),
            _Words(shown, console),
            console=console,
            refresh_per_second=5,
            speed_estimate_period=PACE_SECONDS,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._steps = self.add_task("", total=shown.total)

    def step(self) -> None:
        """Move the bar by one step."""
        self.advance(self._steps)

    def get_renderables(self) -> Iterable[RenderableType]:
        """Yield the lines above the bar, then the bar."""
        yield from map(Text.from_ansi, self._shown.rows(self._screen.width))
        yield from super().get_renderables()


class _Words(progress.ProgressColumn):
    """The text beside the bar."""

    def __init__(self, shown: Shown, console: Console) -> None:
        super().__init__(Column(no_wrap=True))
        self._shown = shown
        self._console = console

    def render(self, task: progress.Task) -> Text:
        """Return the text, as long as the terminal is wide."""
        return Text(self._shown.text(self._console.width - LEAST_BAR, task.time_remaining))
