"""The other rooms: home, new games, review, lessons, puzzles, finished games, rules, help."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from textual.command import CommandList

from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.daily import Result
from divisor_duel.learn.lesson import Goal, lesson_for
from divisor_duel.learn.progress import read_diary
from divisor_duel.learn.puzzle import make_puzzle
from divisor_duel.learn.review import review
from divisor_duel.play.record import Record, write_records
from divisor_duel.terminal.tui.app import DuelApp
from divisor_duel.terminal.tui.screens import history
from divisor_duel.terminal.tui.screens.lessons import LessonScreen
from divisor_duel.terminal.tui.screens.new_game import NewGameScreen
from divisor_duel.terminal.tui.screens.puzzles import PuzzleReady, Puzzles
from divisor_duel.terminal.tui.screens.review import ReviewScreen, move_comment, summary
from divisor_duel.terminal.tui.widgets.menu import Menu
from divisor_duel.terminal.tui.widgets.text import ScrollingText
from tests.conftest import saved_games
from tests.terminal.tui.driving import Driver, drive, match_of


def keep(home: Path, name: str, record: Record) -> Path:
    """A finished game in the data folder."""
    folder = home / ".local/share/divisor-duel/finished"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.duel"
    path.write_text(write_records([record]))
    return path


LOST = Record(
    GAMES["countdown"](start=60),
    (2, 2, 2, 2),
    names=("Ann", "Computer"),
    levels=("human", "easy"),
    resigned=Player.ONE,
)
"""Ann could have won from 60 by 15, and gave up at 52."""


@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("p", "ChooseGame"),
        ("d", "Puzzles"),
        ("m", "Puzzles"),
        ("l", "Learn"),
        ("g", "History"),
        ("r", "Rules"),
    ],
)
def test_letters_open_doors_and_escape_closes_them(key: str, screen: str) -> None:
    """Each letter of home leads to its screen, and Escape leads back."""

    async def steps(driver: Driver) -> None:
        await driver.press(key)
        await driver.at(screen)
        await driver.press("escape")
        await driver.at("Home")

    drive(steps)


def test_home_by_mouse_and_help() -> None:
    """A click on a line of home opens it; ? explains, and Escape closes that."""

    async def steps(driver: Driver) -> None:
        menu = driver.app.screen.query_one(Menu)
        row = next(row for row, line in enumerate(menu.lines) if line.value == "rules")
        await driver.pilot.click(Menu, offset=(8, row))
        await driver.at("Rules")
        await driver.shows("Divider Duel: take a number")
        await driver.press("question_mark")
        await driver.at("Help")
        await driver.shows("Keys", "light or dark")
        await driver.press("escape")
        await driver.at("Rules")

    drive(steps)


@pytest.mark.parametrize(
    ("words", "screen", "shown"),
    [
        ("learn", "Learn", "a few minutes"),
        ("statist", "History", "Against the computer"),
        ("review", "ReviewScreen", "Review: Countdown"),
        ("play chain", "NewGameScreen", "Begin"),
        ("learn ladder", "LessonScreen", "step 1 of 7"),
        ("rules of digits", "Rules", "Digits"),
    ],
)
def test_the_command_palette_leads_everywhere(
    words: str, screen: str, shown: str, home: Path
) -> None:
    """The palette finds each screen by its name, and a game in it."""
    keep(home, "one", LOST)

    async def steps(driver: Driver) -> None:
        await driver.press("ctrl+p")
        await driver.at("CommandPalette")
        palette = driver.app.screen
        await driver.press(*(key if key != " " else "space" for key in words))
        found = palette.query_one(CommandList)
        await driver.until(lambda: found.option_count and found.highlighted == 0)
        await driver.until(lambda: words in str(found.get_option_at_index(0).prompt).lower())
        await driver.press("enter")
        await driver.at(screen)
        await driver.shows(shown)

    drive(steps)


def test_a_new_game_is_set_up_and_begins(home: Path) -> None:
    """The recommended set-up comes first, rows turn, digits are typed, Enter begins."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.at("ChooseGame")
        await driver.press("down", "down", "enter")
        await driver.at("NewGameScreen")
        screen = driver.app.screen
        assert isinstance(screen, NewGameScreen)
        assert screen.setup.setup_name == "recommended"
        await driver.press("down", "right")
        assert screen.setup.setup_name != "recommended"
        await driver.press("down", "9", "6")
        await driver.shows("start      ‹ 96 ›", "your own")
        await driver.press("down", "down", "right", "right", "right")
        await driver.shows("Computer   ‹ coach ›", "warns you")
        await driver.press("up", "left")
        await driver.shows("the computer against itself")
        await driver.press("home", "enter")
        await driver.at("GameOverDialog")
        assert driver.play.snapshot.game == GAMES["countdown"](start=96)

    drive(steps)


def test_what_cannot_be_set_up_is_said() -> None:
    """Options that contradict each other are refused in a sentence, and nothing begins."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.at("ChooseGame")
        await driver.press("enter")
        await driver.at("NewGameScreen")
        await driver.press("down", "down", "9", "9", "home", "enter")
        await driver.shows("low must not be above high")
        await driver.at("NewGameScreen")

    drive(steps)


def test_review_jumps_to_the_turning_point_and_tries_again(home: Path) -> None:
    """The last mistake is marked with what would have won, and play goes on from before it."""
    keep(home, "one", LOST)

    async def steps(driver: Driver) -> None:
        await driver.press("g")
        await driver.at("History")
        await driver.shows("Computer (easy) beat Ann  4 moves; Ann resigned", "Countdown  0/1")
        await driver.press("enter")
        await driver.at("ReviewScreen")
        screen = driver.app.screen
        assert isinstance(screen, ReviewScreen)
        await driver.until(lambda: screen.review)
        await driver.shows("- mistake", "gave a win away")
        assert screen.review
        assert screen.review.turning_point
        ply = screen.review.turning_point.ply
        assert screen.ply == ply
        await driver.press("up", "t", "a")
        await driver.at("PlayScreen")
        await driver.until(lambda: len(saved_games(home)) == 1)
        assert driver.play.snapshot.record.moves[: ply - 1] == LOST.moves[: ply - 1]

    drive(steps)


def test_finished_games_are_copied_and_deleted(home: Path, tmp_path: Path) -> None:
    """A copy goes where it is wanted, never over another file; deleting asks first."""
    kept = keep(home, "one", LOST)
    copy = tmp_path / "copy.duel"

    async def save(driver: Driver) -> None:
        await driver.press("s")
        await driver.at("TextDialog")
        await driver.press("ctrl+u", *str(copy), "enter")
        await driver.at("History")

    async def steps(driver: Driver) -> None:
        await driver.press("g")
        await driver.at("History")
        await save(driver)
        assert copy.read_text() == kept.read_text()
        await save(driver)
        await driver.shows("exists")
        await driver.press("d")
        await driver.at("ChoiceDialog")
        await driver.press("y")
        await driver.shows("No finished game yet")
        assert not kept.exists()

    drive(steps)


@pytest.mark.parametrize("size", [(50, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("game", GAMES)
def test_each_lesson_can_be_walked(game: str, size: tuple[int, int]) -> None:
    """Doing what each step asks leads into a game; question and answer are whole at each size."""
    lesson = lesson_for(GAMES[game])

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(LessonScreen(lesson))
        await driver.at("LessonScreen")
        screen = driver.app.screen
        assert isinstance(screen, LessonScreen)
        await driver.until(lambda: screen.query_one("#question").size.height)
        for at, step in enumerate(lesson.steps):
            await driver.until(lambda at=at: screen.at == at)  # type: ignore[misc]
            await driver.tells(step.text)
            if step.ask is not Goal.READ:
                legal = step.game.legal_moves(step.position)
                move = next(move for move in legal if step.answer(move).right)
                driver.board.point(move)
                await driver.click(move)
                await driver.tells(step.answer(move).text)
            await driver.until(lambda: screen.done)
            await driver.press("enter")
        await driver.at("NewGameScreen")

    drive(steps, size=size)


def test_a_wrong_answer_in_a_lesson_is_explained() -> None:
    """A wrong move is answered with why, and the step stays."""

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(LessonScreen(lesson_for(GAMES["chain"])))
        await driver.at("LessonScreen")
        await driver.press("n")
        await driver.shows("step 2 of 7")
        await driver.press("2", "enter")
        await driver.shows("- 2 has many multiples left.")
        await driver.press("b")
        await driver.shows("step 1 of 7")

    drive(steps)


def test_the_puzzle_of_the_day_is_remembered(home: Path) -> None:
    """Three tries and hints; what was tried is kept, and home says that it was solved."""

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
        await driver.shows("There is a result to copy once you")
        await driver.click(screen.puzzle.solution)
        await driver.shows("+ Right", f"Divisor Duel {screen.today.number}", "solved at try 2 of 3")
        await driver.press("c")
        assert driver.app.clipboard.startswith(f"Divisor Duel {screen.today.number}")
        kept = read_diary().results[screen.today.number]
        assert kept.tries == (False, True)
        assert kept.hints == 1
        await driver.press("escape")
        await driver.at("Home")
        await driver.shows("solved; 1 day in a row")

    drive(steps, today=date(2026, 11, 19))


@pytest.mark.parametrize(("game", "seed"), [("divider", "19"), ("digits", "2")])
def test_a_long_proof_leaves_the_board_its_rows_and_is_read_to_its_end(
    game: str, seed: str
) -> None:
    """On a small screen a puzzle's solution scrolls, down to its last words."""
    puzzle = make_puzzle(seed, game)

    async def steps(driver: Driver) -> None:
        screen = Puzzles()
        driver.app.push_screen(screen)
        await driver.at("Puzzles")
        await driver.until(lambda: screen.puzzle)
        screen.on_puzzle_ready(PuzzleReady(puzzle, None, Result(0)))
        await driver.press(*str(puzzle.solution), "enter")
        await driver.shows("+ Right")
        said = screen.query_one("#answer", ScrollingText)
        await driver.until(lambda: said.max_scroll_y > 0)
        await driver.until(lambda: driver.board.size.height >= 3)
        await driver.press(*["ctrl+down"] * int(said.max_scroll_y))
        await driver.tells(" ".join(puzzle.analysis.reason.split()[-3:]))

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
        screen.on_puzzle_ready(PuzzleReady(puzzle, None, Result(0)))
        await driver.press(*str(wrong), "enter")
        await driver.shows(f"- {wrong} loses. Try again")

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
        await driver.until(lambda: read_diary().run == 1)
        await driver.press("enter")
        await driver.until(lambda: screen.puzzle and screen.puzzle is not first)
        legal = screen.puzzle.record.game.legal_moves(screen.puzzle.position)
        wrong = next(move for move in legal if move != screen.puzzle.solution)
        for _ in range(3):
            await driver.click(wrong)
        await driver.until(lambda: screen.result and screen.result.over)
        await driver.shows("It was", "Solved in a row: 0")
        assert read_diary().run == 0

    drive(steps)


def test_the_look_can_be_turned_and_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control and t turn from ink to paper, and who comes again finds paper."""
    monkeypatch.delenv("COLORFGBG", raising=False)

    async def turned(driver: Driver) -> None:
        assert driver.app.theme == "ink"
        await driver.press("ctrl+t")
        assert driver.app.theme == "paper"

    drive(turned, match_of("chain"))
    assert DuelApp().theme == "paper"


def test_a_review_judges_giving_up_and_moves_without_a_choice() -> None:
    """Resigning a won position is said to be one, and an only move is said to be the only one."""
    won = review(Record(GAMES["countdown"](start=60), names=("Ann", "Ben"), resigned=Player.ONE))
    assert summary(won).endswith("Ann resigned a won position.")
    lost = review(Record(GAMES["countdown"](start=9), names=("Ann", "Ben"), resigned=Player.ONE))
    assert summary(lost).endswith("Ann resigned.")
    only = review(Record(GAMES["countdown"](start=9), (3,), names=("Ann", "Ben")))
    assert move_comment(only, only.moves[0]).startswith("Ann's 3 was the only legal move.")


def test_the_turning_point_may_be_the_giving_up() -> None:
    """Who gave up a won game finds the last position at t; without a mistake t is the start."""
    even = Record(GAMES["countdown"](start=60), (15, 3), names=("Ann", "Ben"))

    async def look(driver: Driver, record: Record, ply: int) -> None:
        screen = ReviewScreen(record)
        driver.app.push_screen(screen)
        await driver.until(lambda: screen.review)
        await driver.press("home", "t")
        await driver.until(lambda: screen.ply == ply)

    async def steps(driver: Driver) -> None:
        await look(driver, replace(even, resigned=Player.ONE), 2)
        await driver.shows("Ann resigned a won position.")
        await look(driver, even, 0)

    drive(steps)


def test_rules_can_be_read_to_the_end_on_a_small_screen() -> None:
    """The last words of the longest rules come with Page Down, where the first ones were."""
    kind = max(GAMES.values(), key=lambda kind: len(kind.rules()))
    first, last = kind.rules().split()[0], kind.rules().split()[-1]

    async def steps(driver: Driver) -> None:
        driver.app.rules(kind)
        await driver.at("Rules")
        await driver.shows(f"  {first}")
        shown = driver.text()
        await driver.press(*["pagedown"] * 4)
        await driver.until(lambda: driver.text().splitlines()[-2].endswith(last))
        assert driver.text() != shown

    drive(steps, size=(50, 16))


def test_names_are_text_and_neither_markup_nor_control(home: Path) -> None:
    """On home, among the games, in the review and at the board a name is shown as it is written."""
    names = ("[red]Ann[/]", "[@click=app.leave]Ben[/]")
    hostile = (f"\x1b[2J\x1b]0;title\x07{names[0]}\u202e", f"{names[1]}\x9b2J\r")
    keep(home, "one", replace(LOST, names=hostile, levels=("human", "human")))
    saved = keep(
        home, "two", replace(LOST, names=hostile, levels=("human", "human"), resigned=None)
    )
    games = home / ".local/share/divisor-duel/games"
    games.mkdir(parents=True)
    saved.rename(games / "two.duel")

    async def steps(driver: Driver) -> None:
        await driver.tells(f"Countdown: {names[0]} against {names[1]}")
        await driver.press("g")
        await driver.at("History")
        await driver.tells(f"{names[1]} beat {names[0]}")
        await driver.press("enter")
        await driver.at("ReviewScreen")
        screen = driver.app.screen
        assert isinstance(screen, ReviewScreen)
        await driver.until(lambda: screen.review)
        await driver.tells(names[0])
        assert not set(driver.text()) & set("\x1b\x9b\x07\r\u202e")
        await driver.press("escape", "escape", "c")
        await driver.at("PlayScreen")
        await driver.tells(names[0])
        assert not set(driver.text()) & set("\x1b\x9b\x07\r\u202e")

    drive(steps)


def test_of_very_many_games_the_older_are_counted(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen opens quickly whatever the folder holds, and says what it leaves out."""
    monkeypatch.setattr(history, "MOST_SHOWN", 2)
    for name in ("one", "two", "three"):
        keep(home, name, LOST)

    async def steps(driver: Driver) -> None:
        await driver.press("g")
        await driver.at("History")
        await driver.tells("Not shown: 1 older. See: duel history --all")
        await driver.shows("Countdown  0/2")

    drive(steps)
