"""Progress lines, summaries and tips of commands that search."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from divisor_duel.engine import compiled
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.cli import waiting
from divisor_duel.terminal.cli.waiting import Waiting, advice, summary
from tests.conftest import wait_until


class Terminal(io.StringIO):
    """A stream that a person reads."""

    def isatty(self) -> bool:
        return True


def wait(
    stream: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
    quiet: float = 0.0,
    until: Callable[[], bool] = lambda: True,
) -> str:
    """Return what appears during a search that ends when something is true."""
    monkeypatch.setattr(waiting, "QUIET_SECONDS", quiet)
    monkeypatch.setattr(waiting, "UPDATE_SECONDS", 300.0)
    with Waiting(7, lambda: "3 of 9 moves are settled", stream):
        wait_until(until)
    return stream.getvalue()


def test_a_line_appears_and_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how long the search may take, and what is known."""
    stream = Terminal()
    shown = wait(stream, monkeypatch, until=lambda: stream.getvalue().endswith("settled"))
    line = "Searching, 0 of 7 s; 3 of 9 moves are settled"
    assert shown == f"\r{line}\r{' ' * len(line)}\r"


def test_a_short_search_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line appears only after a while."""
    assert wait(Terminal(), monkeypatch, 60.0) == ""


def test_a_pipe_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs do not read progress."""
    assert wait(io.StringIO(), monkeypatch) == ""


def test_a_simple_terminal_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without cursor movement the line could not be cleared."""
    monkeypatch.setenv("TERM", "dumb")
    assert wait(Terminal(), monkeypatch) == ""


@pytest.mark.parametrize(
    ("wins", "text"),
    [
        ({13: False, 5: None}, "13 loses; 1 of 2 moves is settled"),
        ({2: True, 3: True, 4: False}, "2, 3 win; 4 loses; 3 of 3 moves are settled"),
        ({2: None}, "0 of 1 move are settled"),
        (dict.fromkeys(range(2, 11), False), "9 moves lose; 9 of 9 moves are settled"),
    ],
)
def test_a_summary_names_what_is_proved(wins: dict[int, bool | None], text: str) -> None:
    """Many moves are only counted."""
    assert summary(GAMES["divider"](), wins) == text


def test_the_tip_names_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra if it is missing, compiling if that was not done, else nothing."""
    game = GAMES["divider"](high=60)
    monkeypatch.setattr(compiled, "seconds_to_load", lambda name: 1.0)
    assert advice(game) == ""
    monkeypatch.setattr(compiled, "seconds_to_load", lambda name: None)
    assert advice(game) == "`duel warm`, run once, makes this search much faster"
    monkeypatch.setattr(compiled, "is_installed", lambda: False)
    assert "numba" in advice(game)
    assert advice(GAMES["ladder"]()) == ""
    assert advice(GAMES["divider"](ending="misere")) == ""
    assert compiled.modules_of([type(game)])
