"""Show me: the answer to any reply, as deep as the reader likes, and back."""

from __future__ import annotations

import pytest

from divisor_duel.errors import DuelError
from divisor_duel.learn.daily import Result
from divisor_duel.learn.puzzle import make_puzzle
from divisor_duel.strategy import Strategy
from divisor_duel.terminal.tui.screens.puzzles import NewPuzzle, Puzzles
from divisor_duel.terminal.tui.screens.show_me import ShowMeScreen
from divisor_duel.terminal.tui.widgets.board import Board
from tests.terminal.tui.driving import Driver, drive, match_of


def shown(driver: Driver) -> ShowMeScreen:
    """The screen, which is on."""
    screen = driver.app.screen
    assert isinstance(screen, ShowMeScreen)
    return screen


def test_every_reply_has_its_answer() -> None:
    """The cursor is on a reply, the text has the answer; Enter goes on and u goes back."""

    async def steps(driver: Driver) -> None:
        await driver.press("w")
        await driver.shows("Open the panel with p first")
        await driver.press("p")
        await driver.until(lambda: driver.play.analysis and driver.play.analysis.strategy)
        await driver.press("w")
        await driver.at("ShowMeScreen")
        await driver.shows("Take 4.", "So far: 4")
        board = shown(driver).query_one(Board)
        for reply, answer in ((2, 3), (5, 7), (9, 6)):
            board.point(reply)
            await driver.tells(f"If they take {reply}, take {answer}")
        await driver.press("enter")
        await driver.shows("So far: 4 9 6")
        board.point(2)
        await driver.tells("If they take 2, take 3")
        await driver.press("enter")
        await driver.shows("So far: 4 9 6 2 3")
        await driver.press("u", "u")
        await driver.until(lambda: shown(driver).moves == [4])
        await driver.press("u")
        await driver.at("PlayScreen")
        assert driver.play.snapshot.ply == 0

    drive(steps, match_of("divider", high=9))


def test_the_loser_sees_how_the_opponent_wins() -> None:
    """In a lost position the reader's own moves are the replies."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.until(lambda: driver.play.analysis and driver.play.analysis.strategy)
        await driver.press("w")
        await driver.at("ShowMeScreen")
        await driver.shows("How your opponent wins:")
        shown(driver).query_one(Board).point(19)
        await driver.tells("If you take 19, they take")
        await driver.press("enter")
        await driver.until(lambda: len(shown(driver).moves) == 2)
        await driver.press("escape")
        await driver.at("PlayScreen")

    drive(steps, match_of("countdown", start=57))


def test_a_reply_without_an_answer_in_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a search for the answer ends without one, the board stays and says so."""

    def too_late(strategy: object, position: object) -> None:
        raise DuelError("no answer was found in time")

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.until(lambda: driver.play.analysis and driver.play.analysis.strategy)
        await driver.press("w")
        await driver.at("ShowMeScreen")
        monkeypatch.setattr(Strategy, "rule_for", too_late)
        shown(driver).query_one(Board).point(13)
        await driver.tells("The answer was not found in time.")
        await driver.press("enter")
        assert len(shown(driver).moves) == 1

    drive(steps, match_of("divider", high=14))


def test_a_puzzle_shows_the_answer_to_any_reply_when_it_is_over() -> None:
    """Only after the solution does w open the answers, and Escape returns to the puzzle."""
    puzzle = make_puzzle("19", "divider")

    async def steps(driver: Driver) -> None:
        screen = Puzzles()
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        screen.show_puzzle(NewPuzzle(puzzle, None, Result(0)))
        await driver.shows("Enter try")
        assert "show me" not in driver.text()
        await driver.press("w")
        assert driver.app.screen is screen
        await driver.click(puzzle.solution)
        await driver.shows("+ Right", "w show me", "Enter next puzzle")
        await driver.press("w")
        await driver.at("ShowMeScreen")
        await driver.shows(f"So far: {puzzle.solution}")
        owned = {cell.number for cell in shown(driver).query_one(Board).scene.cells if cell.owner}
        assert owned == {*puzzle.record.moves, puzzle.solution}
        lost = shown(driver).positions[-1]
        reply = puzzle.record.game.legal_moves(lost)[0]
        shown(driver).query_one(Board).point(reply)
        await driver.tells(f"If they take {reply}, ")
        await driver.press("escape")
        await driver.at("Puzzles")

    drive(steps)
