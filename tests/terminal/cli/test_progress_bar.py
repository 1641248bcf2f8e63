"""Progress: its text, and nothing for a pipe."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from divisor_duel.terminal.cli.progress_bar import Progress, duration


class Costly(Progress):
    """Progress with something to show beside the bar."""

    def more(self) -> Iterator[str]:
        """Yield two parts."""
        yield from ("7 calls", "cost 1")


def test_the_text_counts_and_estimates() -> None:
    """The count comes first, then the time left if it is known, then more if all of it fits."""
    progress = Costly(4, "sizes", io.StringIO())
    assert progress.text(99, None) == "0 of 4 sizes, 7 calls, cost 1"
    progress.step()
    text = "1 of 4 sizes, about 3 s left, 7 calls, cost 1"
    assert progress.text(len(text), 3.0) == text
    assert progress.text(len(text) - 1, 3.0) == "1 of 4 sizes, about 3 s left"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (90, "90 s"), (150, "2 min"), (9000, "2 h"), (200000, "2 d")],
)
def test_durations_are_rounded(seconds: float, text: str) -> None:
    """The largest unit counts of which there are two."""
    assert duration(seconds) == text


def test_a_pipe_gets_nothing() -> None:
    """Only a terminal is drawn on."""
    pipe = io.StringIO()
    with Progress(2, "sizes", pipe) as progress:
        progress.step()
    assert (pipe.getvalue(), progress.done) == ("", 1)
