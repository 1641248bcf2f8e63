"""The engine's advice on the game screen: the panel, the best line and hints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.message import Message

from divisor_duel.engine import Analysis, analyze
from divisor_duel.terminal.tui.screens.advised_game import AnalysisReady
from divisor_duel.terminal.tui.screens.play import PlayScreen
from divisor_duel.terminal.tui.widgets.analysis_panel import AnalysisPanel
from tests.terminal.tui.driving import Driver, drive, match_of


def test_the_panel_shows_values_and_the_line() -> None:
    """The panel marks every move as it is worth, and steps through the best line and back."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.shows("[4 → 56]-", "[15 → 45]+", "+ The player to move wins")
        await driver.press("right_square_bracket")
        await driver.shows("Showing 1 move ahead", "The number: 60 → ")
        assert driver.play.snapshot.ply == 0
        await driver.press("left_square_bracket")
        await driver.shows("[15 → 45]+")
        await driver.press("p")
        await driver.until(lambda: "[15 → 45]+" not in driver.text())

    drive(steps, match_of("countdown"))


def test_the_panel_leaves_room_and_is_read_to_its_end() -> None:
    """On a small screen with panel and hint the board keeps rows, and a long reason scrolls."""

    async def steps(driver: Driver) -> None:
        await driver.press("p", "h", "h", "h")
        await driver.shows("Hint 3 of 3", "+ The player to move wins")
        assert driver.board.size.height >= 4
        below = driver.play.query_one("#below", AnalysisPanel)
        await driver.until(lambda: below.max_scroll_y > 0)
        await driver.press(*["ctrl+down"] * int(below.max_scroll_y))
        await driver.until(lambda: below.scroll_y == below.max_scroll_y)
        await driver.press("ctrl+up")
        await driver.until(lambda: below.scroll_y == below.max_scroll_y - 1)

    drive(steps, match_of("divider", high=20), size=(50, 20))


def test_time_has_run_out_only_when_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the engine may still find who wins, panel and hint say that it thinks."""
    monkeypatch.setattr(PlayScreen, "_analyse", lambda self, game, position: None)
    match = match_of("divider", high=200)
    unknown = analyze(match.game, match.round.position, 0)

    async def steps(driver: Driver) -> None:
        await driver.press("p", "h")
        for last, said in ((False, "Finding a hint"), (True, "Hint 1 of 3")):
            driver.play.post_message(AnalysisReady(unknown, last))
            await driver.shows(said)
            assert ("The time ran out" in driver.text()) == last
            assert ("Thinking …" in driver.text()) != last

    drive(steps, match)


def test_a_proof_is_shown_once() -> None:
    """The third hint has its proof with it, or leaves it to the panel where that is open."""

    async def steps(driver: Driver) -> None:
        def proofs() -> int:
            return " ".join(driver.text().split()).count("An odd number has only odd divisors")

        await driver.press("h", "h", "h")
        await driver.tells("Hint 3 of 3: Take 3 to leave 57")
        assert proofs() == 1
        await driver.press("p")
        await driver.tells("Hint 3 of 3: Play 3. The panel says why.")
        await driver.until(lambda: proofs() == 1)
        await driver.press("p")
        await driver.tells("Hint 3 of 3: Take 3 to leave 57")
        await driver.until(lambda: proofs() == 1)

    drive(steps, match_of("countdown"))


def test_the_cursor_goes_to_the_hint_once() -> None:
    """A hint asked for before the engine knew moves the cursor when it does, and only then."""

    async def steps(driver: Driver) -> None:
        await driver.press("end")
        for _ in range(3):
            driver.play.action_hint()
        assert driver.play.analysis is None
        await driver.shows("Hint 3 of 3: Take 3")
        await driver.until(lambda: driver.board.cursor == 3)
        await driver.press("end", "p")
        await driver.tells("The panel says why.")
        assert driver.board.cursor == 30

    drive(steps, match_of("countdown"))


@pytest.mark.parametrize("key", ["h", "p"])
def test_a_win_with_help_is_marked(key: str, home: Path) -> None:
    """A hint or the panel is noted in the record, and marked in the list and the scores."""

    async def steps(driver: Driver) -> None:
        await driver.until(lambda: driver.play.snapshot.person_to_move)
        await driver.press(key, "2", "enter")
        await driver.at("GameOverDialog")
        await driver.press("h")
        await driver.at("Home")
        await driver.press("g")
        await driver.at("History")
        await driver.shows("1 move; with hints", "*1/1", "* 1 win with hints")

    drive(steps, match_of("countdown", computer=True, start=4))


def test_results_about_earlier_positions_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """After another move the first search is not continued, and nothing is heard of it."""
    go_on, ended = Event(), Event()
    match = match_of("countdown")
    game, start = match.game, match.round.position
    later = game.play(start, 15)

    class Engine:
        """An engine whose analysis of the start waits to be let go."""

        def explore(self, game: object, position: object, seconds: float) -> Iterator[Analysis]:
            if position == start:
                go_on.wait(300)
                try:
                    yield analyze(match.game, start)
                    raise AssertionError("no more is asked for")
                finally:
                    ended.set()
            yield analyze(match.game, later)

    monkeypatch.setattr("divisor_duel.terminal.tui.screens.advised_game.command_engine", Engine)

    async def steps(driver: Driver) -> None:
        received: list[tuple[Any, bool]] = []
        post = driver.play.post_message

        def note(message: Message) -> bool:
            if isinstance(message, AnalysisReady):
                received.append((message.analysis.position, message.last))
            return post(message)

        monkeypatch.setattr(driver.play, "post_message", note)
        await driver.press("p")
        await driver.shows("Thinking …")
        await driver.press("1", "5", "enter")
        await driver.until(lambda: (later, True) in received)
        go_on.set()
        await driver.until(ended.is_set)
        assert received == [(later, False), (later, True)]

    drive(steps, match)
