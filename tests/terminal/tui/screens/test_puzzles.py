"""Puzzles: the puzzle of the day, and a run of others."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.learn.daily import Result
from divisor_duel.learn.progress import Progress, read_progress
from divisor_duel.learn.puzzle import Puzzle, make_puzzle
from divisor_duel.terminal.diagrams import drawn
from divisor_duel.terminal.new_puzzle import PuzzleChoice
from divisor_duel.terminal.tui.screens.puzzles import MOST_SEEDS, NewPuzzle, Puzzles
from divisor_duel.terminal.tui.widgets.text import ScrollingText
from tests.terminal.tui.driving import Driver, drive


def test_the_puzzle_of_the_day_is_remembered(home: Path) -> None:
    """Tries and hints are saved, and home says that the puzzle was solved."""

    async def steps(driver: Driver) -> None:
        await driver.press("d")
        await driver.at("Puzzles")
        screen = driver.app.screen
        assert isinstance(screen, Puzzles)
        await driver.until(lambda: screen.puzzle)
        assert screen.puzzle
        assert screen.today
        legal = screen.puzzle.record.game.legal_moves(screen.puzzle.position)
        wrong = next(move for move in legal if move != screen.puzzle.solution)
        await driver.click(wrong)
        await driver.shows("2 tries", "loses")
        await driver.press("h")
        await driver.shows("Hint 1 of 3")
        await driver.press("c")
        await driver.shows("You can copy the result when")
        await driver.click(screen.puzzle.solution)
        await driver.shows("+ Right", f"Divisor Duel {screen.today.number}", "solved on try 2 of 3")
        await driver.press("c")
        assert driver.app.clipboard.startswith(f"Divisor Duel {screen.today.number}")
        kept = read_progress().results[screen.today.number]
        assert kept.tries == (False, True)
        assert kept.hints == 1
        await driver.press("escape")
        await driver.at("Home")
        await driver.shows("solved; 1 day in a row")

    drive(steps, today=date(2026, 11, 19))


@pytest.mark.parametrize("game", ["divider", "digits"])
def test_a_long_reason_leaves_the_board_its_rows_and_is_read_to_its_end(game: str) -> None:
    """On a small screen a puzzle's solution scrolls: past its last words, and to its drawing."""
    puzzle = make_puzzle("19", game)
    reason = f"{'Take the partner. ' * 25}This is the end."
    vars(puzzle)["analysis"] = replace(puzzle.analysis, reason=reason)

    async def steps(driver: Driver) -> None:
        screen = Puzzles()
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        screen.show_puzzle(NewPuzzle(puzzle, None, Result(0)))
        await driver.press(*str(puzzle.solution), "enter")
        await driver.shows("+ Right")
        said = screen.query_one("#answer", ScrollingText)
        await driver.until(lambda: said.max_scroll_y > 0)
        await driver.until(lambda: driver.board.size.height >= 3)
        last = drawn(puzzle.analysis.strategy, screen.drawing_width)[-1]
        read = [driver.text()]
        for _ in range(int(said.max_scroll_y)):
            await driver.press("ctrl+down")
            read.append(driver.text())
        assert any("This is the end." in text for text in read)
        await driver.tells(" ".join(last.split()))

    drive(steps, size=(50, 20))


def test_a_wrong_try_does_not_show_the_solution() -> None:
    """If only the solution beats a wrong try, no reply is named while tries remain."""
    puzzle, wrong = next(
        (puzzle, move)
        for puzzle in (make_puzzle(str(seed), "divider") for seed in range(100))
        for move in puzzle.record.game.legal_moves(puzzle.position)
        if move != puzzle.solution and puzzle.refutation(move) is None
    )

    async def steps(driver: Driver) -> None:
        screen = Puzzles()
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        screen.show_puzzle(NewPuzzle(puzzle, None, Result(0)))
        await driver.press(*str(wrong), "enter")
        await driver.shows(f"- {wrong} loses. Try again")

    drive(steps)


def test_the_right_move_is_named_once() -> None:
    """The reason names it, so the verdict before it does not."""
    puzzle = make_puzzle("7", "countdown")

    async def steps(driver: Driver) -> None:
        screen = Puzzles()
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        screen.show_puzzle(NewPuzzle(puzzle, None, Result(0)))
        await driver.press(*str(puzzle.solution), "enter")
        await driver.shows(f"+ Right. Take {puzzle.solution}")

    drive(steps)


def test_a_refusal_stands_once() -> None:
    """An illegal try is refused in one place, and costs nothing."""
    puzzle = make_puzzle("19", "chain")
    taken = puzzle.record.moves[0]

    async def steps(driver: Driver) -> None:
        screen = Puzzles()
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        screen.show_puzzle(NewPuzzle(puzzle, None, Result(0)))
        await driver.press(*str(taken), "enter")
        await driver.shows(f"{taken} is already taken")
        await driver.press("left", "right")
        assert driver.board.cursor == taken
        assert driver.text().count("is already taken") == 1
        assert screen.result == Result(0)

    drive(steps)


def test_the_third_hint_puts_the_cursor_on_the_move() -> None:
    """As in games: the third hint names the move, and Enter plays it."""
    puzzle = make_puzzle("19", "chain")

    async def steps(driver: Driver) -> None:
        screen = Puzzles()
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        screen.show_puzzle(NewPuzzle(puzzle, None, Result(0)))
        legal = puzzle.record.game.legal_moves(puzzle.position)
        driver.board.point(next(move for move in legal if move != puzzle.solution))
        for step in (1, 2, 3):
            assert driver.board.cursor != puzzle.solution
            await driver.press("h")
            await driver.shows(f"Hint {step} of 3")
        assert driver.board.cursor == puzzle.solution

    drive(steps)


def test_puzzles_are_a_run() -> None:
    """Solving one leads to the next; a run is counted, and ends after three wrong tries."""

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(Puzzles(seeds=["1", "2"]))
        await driver.at("Puzzles")
        screen = driver.app.screen
        assert isinstance(screen, Puzzles)
        await driver.until(lambda: screen.puzzle)
        assert screen.puzzle
        first = screen.puzzle
        await driver.click(screen.puzzle.solution)
        await driver.until(lambda: read_progress().run == 1)
        await driver.press("enter")
        await driver.until(lambda: screen.puzzle and screen.puzzle is not first)
        legal = screen.puzzle.record.game.legal_moves(screen.puzzle.position)
        wrong = next(move for move in legal if move != screen.puzzle.solution)
        for _ in range(3):
            await driver.click(wrong)
        await driver.until(lambda: screen.result and screen.result.over)
        await driver.shows("The answer was", "Solved in a row: 0")
        assert read_progress().run == 0

    drive(steps)


@pytest.mark.parametrize("first", ["hint", "wrong", "skip", "right"])
def test_a_puzzle_is_rated_by_the_first_try_without_hints(first: str, home: Path) -> None:
    """A hint, a wrong try or skipping counts as missed at once, and solving later adds nothing."""

    async def steps(driver: Driver) -> None:
        screen = Puzzles(seeds=["1", "2"])
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        puzzle = screen.puzzle
        assert puzzle
        legal = puzzle.record.game.legal_moves(puzzle.position)
        after = Progress().after_puzzle(puzzle.rating, first == "right", puzzle.theme)
        if first == "wrong":
            await driver.click(next(move for move in legal if move != puzzle.solution))
        elif first in ("hint", "skip"):
            await driver.press("h" if first == "hint" else "n")
        if first == "skip":
            await driver.shows("Skipped: it counts as missed.")
        else:
            await driver.click(puzzle.solution)
            await driver.until(lambda: screen.result and screen.result.over)
        assert read_progress() == after

    drive(steps)


@pytest.mark.parametrize("key", ["escape", "q"])
@pytest.mark.parametrize("tried", [False, True])
def test_leaving_a_puzzle_counts_as_missed_once(key: str, tried: bool, home: Path) -> None:
    """Leaving without a try skips the puzzle, as in line mode; a wrong try is counted already."""
    after: list[Progress] = []

    async def steps(driver: Driver) -> None:
        screen = Puzzles(seeds=["1"])
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        puzzle = screen.puzzle
        assert puzzle
        after.append(Progress().after_puzzle(puzzle.rating, False, puzzle.theme))
        legal = puzzle.record.game.legal_moves(puzzle.position)
        if tried:
            await driver.click(next(move for move in legal if move != puzzle.solution))
        await driver.press(key)
        if key == "escape":
            await driver.at("Home")
            if not tried:
                await driver.shows("Skipped: it counts as missed.")

    drive(steps)
    assert [read_progress()] == after


def test_a_puzzle_chosen_by_its_number_is_that_one_and_not_rated(home: Path) -> None:
    """It is the puzzle of line mode; the next ones are random, of its game, and rated."""

    async def steps(driver: Driver) -> None:
        screen = Puzzles(PuzzleChoice(game="countdown", seed="7"))
        driver.app.push_screen(screen)
        await driver.until(lambda: screen.puzzle)
        first = screen.puzzle
        assert first == make_puzzle("7", "countdown")
        await driver.press("n")
        await driver.until(lambda: screen.puzzle and screen.puzzle is not first)
        assert screen.puzzle
        assert screen.puzzle.record.game.id == "countdown"
        assert read_progress() == Progress()
        await driver.press("h")
        await driver.shows("Hint 1 of 3")
        assert read_progress() != Progress()

    drive(steps)


@pytest.mark.parametrize("of_the_day", [True, False])
def test_an_error_that_lasts_is_shown(of_the_day: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no puzzle can be made the screen says why, and n tries again."""
    seeds: list[str] = []

    def fail(seed: str, *_: object, **__: object) -> Puzzle:
        seeds.append(seed)
        raise OptionsError("no such puzzle was found")

    async def steps(driver: Driver) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("divisor_duel.learn.puzzle.make_puzzle", fail)
            patch.setattr("divisor_duel.learn.daily.make_puzzle", fail)
            screen = Puzzles(PuzzleChoice(daily=of_the_day))
            driver.app.push_screen(screen)
            await driver.shows("No such puzzle was found.")
        assert len(seeds) == len(set(seeds)) == (1 if of_the_day else MOST_SEEDS)
        await driver.press("n")
        await driver.until(lambda: screen.puzzle)

    drive(steps)
