"""The bar of Rich: its width, its colours, and that it is cleared."""

from __future__ import annotations

import io
import re

import pytest

from divisor_duel.terminal.cli.live_bar import LiveBar
from divisor_duel.terminal.cli.progress_bar import Progress


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Tall(Progress):
    """Progress with a line above the bar."""

    def rows(self, width: int) -> list[str]:
        """Return one line as wide as the terminal."""
        return ["=" * width]


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_the_bar_fits_and_needs_no_colour(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines keep to the terminal's width, and NO_COLOR leaves the shape of the bar alone."""
    for name, value in (("NO_COLOR", "1"), ("COLUMNS", str(width)), ("TERM", "xterm")):
        monkeypatch.setenv(name, value)
    screen = Screen()
    progress = Tall(4, "sizes", screen)
    bar = LiveBar(progress, screen)
    progress.step()
    bar.step()
    with bar.console.capture() as captured:
        bar.console.print(bar)
    above, line = captured.get().splitlines()
    assert above == "=" * width
    shown = re.sub(r"\x1b\[[0-9;]*m", "", line)
    assert len(shown) <= width
    assert shown.startswith("━")
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", line)
    if width >= 40:
        assert "1 of 4 sizes" in shown


def test_what_was_drawn_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the progress draws, shows the cursor again and clears its line at the end."""
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    with Progress(1, "sizes", screen) as progress:
        progress.step()
    drawn = screen.getvalue()
    assert "1 of 1 sizes" in drawn
    assert drawn.rindex("\x1b[?25h") > drawn.rindex("sizes")
    assert drawn.rindex("\x1b[2K") > drawn.rindex("sizes")
    monkeypatch.setenv("TERM", "dumb")
    with Progress(1, "sizes", dumb := Screen()):
        pass
    assert dumb.getvalue() == ""
