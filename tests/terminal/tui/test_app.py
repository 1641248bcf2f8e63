"""The app: moving between screens, leaving, and rematches."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from divisor_duel.errors import SavedGameError
from divisor_duel.terminal.tui import app as app_module
from divisor_duel.terminal.tui import themes
from divisor_duel.terminal.tui.app import DuelApp, run_app
from divisor_duel.terminal.tui.local_server import LocalServer
from divisor_duel.terminal.tui.screens.help import Rules
from tests.conftest import saved_games
from tests.terminal.tui.driving import LOST, Driver, drive, match_of


def test_leaving_says_how_to_resume_if_a_move_was_made(home: Path) -> None:
    """A game with a move is on disk and named on leaving; one without a move is not mentioned."""
    messages: list[str | None] = []

    async def steps(driver: Driver) -> None:
        def leave(result: object = None, return_code: int = 0, message: str | None = None) -> None:
            messages.append(message)

        driver.app.exit = leave  # type: ignore[method-assign, assignment]
        await driver.press("q")
        await driver.press("1", "5", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        await driver.press("q")

    drive(steps, match_of("chain"))
    assert messages == [None, "The game is saved. To continue: duel resume"]
    assert len(saved_games(home)) == 1


def test_a_bug_ends_the_app_with_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first error is reported, with the way back to the game, and not those that follow."""
    messages: list[str] = []

    def leave(app: DuelApp, *, return_code: int, message: str) -> None:
        messages.append(message)

    monkeypatch.setattr(DuelApp, "is_headless", False)
    monkeypatch.setattr(DuelApp, "exit", leave)
    app = DuelApp()
    for word in ("first", "second"):
        app._handle_exception(ValueError(word))
    (message,) = messages
    assert message.startswith("duel: this is a bug in duel (ValueError: first).")
    assert message.endswith("To continue: duel resume")


def test_a_match_is_played_again_or_from_a_position(home: Path) -> None:
    """A rematch has no moves yet, a swap lets the other player begin, and a game can continue
    from any ply of a record.
    """

    async def steps(driver: Driver) -> None:
        driver.app.rematch(LOST)
        await driver.at("PlayScreen")
        record = driver.play.snapshot.record
        assert (record.moves, record.resigned, record.first) == ((), None, LOST.first)
        assert (record.names, record.levels, record.game) == (LOST.names, LOST.levels, LOST.game)
        driver.app.rematch(LOST, swap=True)
        await driver.until(lambda: driver.play.snapshot.record.first == LOST.first.other)
        driver.app.play_from(LOST, 2)
        await driver.until(lambda: driver.play.snapshot.record.moves[:2] == LOST.moves[:2])
        assert len([screen for screen in driver.app.screen_stack if screen is driver.play]) == 1

    drive(steps)


def test_home_is_never_left_by_going_back() -> None:
    """Back closes one screen, home closes all, and neither closes home."""

    async def steps(driver: Driver) -> None:
        driver.app.rules()
        driver.app.push_screen(Rules())
        await driver.at("Rules")
        driver.app.back()
        await driver.until(lambda: len(driver.app.screen_stack) == 3)
        driver.app.go_home()
        driver.app.back()
        await driver.at("Home")

    drive(steps)


def test_a_game_that_cannot_be_saved_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a file the match opens all the same, and a notice says so."""

    def full(game: str) -> None:
        raise SavedGameError("cannot write to /full")

    monkeypatch.setattr(app_module, "new_save", full)

    async def steps(driver: Driver) -> None:
        await driver.shows("cannot write to /full", "not saved")
        assert not driver.play.is_saved

    drive(steps, match_of("chain"))


def test_plain_terminals_get_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR or a terminal without Unicode adds the filter, and others do without."""
    monkeypatch.setattr(themes, "ascii_only", lambda: False)

    def filters() -> int:
        found = DuelApp().get_line_filters()
        return sum(isinstance(each, themes.PlainTerminalFilter) for each in found)

    assert filters() == 0
    monkeypatch.setattr(themes, "ascii_only", lambda: True)
    assert filters() == 1
    monkeypatch.setenv("NO_COLOR", "1")
    assert filters() == 1


def test_what_the_app_started_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server for browsers is stopped, and garbage collection is on again."""
    stopped: list[LocalServer] = []
    monkeypatch.setattr(DuelApp, "run", lambda app: None)
    monkeypatch.setattr(LocalServer, "stop", lambda server: stopped.append(server))
    gc.disable()
    assert run_app(None, False, None) == 0
    assert gc.isenabled()
    assert len(stopped) == 1
