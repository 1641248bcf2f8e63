"""A progress bar: its width, its estimate, and nothing for a pipe."""

from __future__ import annotations

import io

import pytest

from divisor_duel.terminal.cli import progress_bar
from divisor_duel.terminal.cli.progress_bar import Progress, duration


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_bar_fits_and_needs_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar keeps to the width it is given, and NO_COLOR leaves its shape alone."""
    monkeypatch.setenv("NO_COLOR", "1")
    with Progress(4, "sizes", Screen()) as progress:
        assert progress.line(40) == "─" * 27 + " 0 of 4 sizes"
        progress.step()
        assert progress.line(60).startswith("━")
        for width in range(1, 120):
            assert len(progress.line(width)) <= width
    assert [duration(seconds) for seconds in (0.4, 90, 150, 9000, 200000)] == [
        "0 s",
        "90 s",
        "2 min",
        "2 h",
        "2 d",
    ]


def test_the_time_left_follows_the_latest_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimate comes from the time of the latest steps, and grows while one takes longer."""
    now = 0.0
    monkeypatch.setattr(progress_bar, "monotonic", lambda: now)
    with Progress(10, "sizes", io.StringIO()) as progress:
        assert progress.seconds_left() is None
        for _ in range(4):
            now += 3.0
            progress.step()
        assert progress.seconds_left() == 18.0
        now += 1.0
        assert progress.seconds_left() == 17.0
        now += 9.0
        assert progress.seconds_left() == 50.0


def test_a_pipe_gets_nothing() -> None:
    """Only a terminal is drawn on, and what is drawn is cleared at the end."""
    pipe = io.StringIO()
    with Progress(2, "sizes", pipe) as progress:
        progress.step()
    assert pipe.getvalue() == ""
