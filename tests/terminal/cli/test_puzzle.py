"""`duel puzzle`: solved by typing, helped in steps, and the day's one with three tries."""

from __future__ import annotations

import argparse
import io
from contextlib import nullcontext
from pathlib import Path

import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.learn.daily import FIRST_DAY, TRIES, Result, daily
from divisor_duel.learn.progress import Progress, read_progress, write_progress
from divisor_duel.learn.puzzle import FEWEST_MOVES, make_puzzle
from divisor_duel.terminal import tui
from divisor_duel.terminal.cli.parser import build_parser
from divisor_duel.terminal.cli.puzzle import Solving, _today, run
from divisor_duel.terminal.diagrams import drawn
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.new_puzzle import PuzzleChoice
from tests.conftest import Run

PUZZLE = make_puzzle("5", "countdown")
WRONG = [
    move for move in PUZZLE.record.game.legal_moves(PUZZLE.position) if move != PUZZLE.solution
]
DAY = daily(FIRST_DAY)
DAYS_WRONG = [
    move
    for move in DAY.puzzle.record.game.legal_moves(DAY.puzzle.position)
    if move != DAY.puzzle.solution
]


def solve(*typed: object) -> str:
    """What is shown when this is typed at the puzzle; leaving is shown as such."""
    shown = io.StringIO()
    console = Console(io.StringIO("".join(f"{one}\n" for one in typed)), shown)
    try:
        Solving(PUZZLE, console).run()
    except EOFError:
        shown.write("left\n")
    return shown.getvalue()


def play_the_day(*typed: object) -> str:
    """What is shown when this is typed at the puzzle of the first day."""
    shown = io.StringIO()
    _today(DAY, Console(io.StringIO("".join(f"{one}\n" for one in typed)), shown))
    return shown.getvalue()


def test_a_puzzle_is_solved_by_typing() -> None:
    """Wrong answers are met with the refutation, the right one with the reason."""
    out = solve(WRONG[0], "hello", "", 99999, "moves", PUZZLE.solution)
    assert f"{WRONG[0]} loses: your opponent replies " in out
    assert "'hello' is not a whole number such as 12; type a move, or help.\n" in out
    assert "You typed nothing; type a move, or help.\n" in out
    assert "99999 does not divide" in out
    assert f"Legal moves: {', '.join(map(str, sorted([*WRONG, PUZZLE.solution])))}\n" in out
    assert "Right, after 2 tries.\nWhy: " in out
    picture = drawn(PUZZLE.analysis.strategy, 80)
    assert picture
    assert "\n".join(picture) in out


def test_every_command_is_announced_and_works() -> None:
    """`help` lists the commands, hints come in two steps, `q` leaves."""
    out = solve("help", "hint", "hint", WRONG[0], "q")
    for word in ("help", "moves", "hint", "show", "quit"):
        assert f"\n  {word}" in out or f"  {word}" in out
    assert "odd" in out
    assert "Odd numbers lose" in out
    assert out.endswith("left\n")
    assert f"The answer is {PUZZLE.solution}.\nWhy: " in solve("show")
    assert "Right, on the first try." in solve(PUZZLE.solution)


def test_a_puzzle_has_three_tries_that_cannot_find_it_by_elimination() -> None:
    """After the third wrong try the answer is shown, and more than one move was left untried."""
    out = solve(*WRONG[:3])
    assert f"That was your last try. The answer is {PUZZLE.solution}." in out
    assert TRIES < FEWEST_MOVES - 1


@pytest.mark.parametrize(
    ("typed", "solved"),
    [
        (["right"], True),
        (["wrong", "right"], False),
        (["hint", "right"], False),
        (["show"], False),
        (["quit"], False),
        ([], False),
    ],
)
def test_a_random_puzzle_is_rated_by_the_first_try_without_hints(
    typed: list[str],
    solved: bool,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A hint, a wrong first try, giving up and skipping count as missed; each counts once."""
    words = {"right": str(PUZZLE.solution), "wrong": str(WRONG[0])}
    text = "".join(f"{words.get(word, word)}\n" for word in typed)
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    monkeypatch.setattr("divisor_duel.terminal.cli.puzzle.make_puzzle", lambda *_: PUZZLE)
    run(argparse.Namespace(daily=False, seed=None, game=None, theme=None, plain=True))
    after = Progress().after_puzzle(PUZZLE.rating, solved, PUZZLE.theme)
    assert read_progress() == after
    shown = capsys.readouterr().out
    assert f"Your rating, by first tries without hints: {after.rating}." in shown


def test_a_random_puzzle_suits_the_solver(duel: Run, home: Path) -> None:
    """A solver with a low rating gets an easy puzzle, although two of three are harder."""
    write_progress(Progress(rating=600))
    assert "easy" in duel("puzzle", "chain", typed="quit\n").stdout.splitlines()[0]


def test_a_puzzle_chosen_by_its_seed_is_not_rated(duel: Run, home: Path) -> None:
    """A puzzle that can be repeated at will changes no rating."""
    assert "Your rating" not in duel("puzzle", "chain", "--seed", "7", typed="show\n").stdout
    assert read_progress() == Progress()


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("", PuzzleChoice()),
        ("--daily", PuzzleChoice(daily=True)),
        ("chain --seed 7 --theme escape", None),
        ("chain --seed 07", PuzzleChoice(game="chain", seed="7")),
    ],
)
def test_a_terminal_shows_the_full_screen(
    typed: str, chosen: PuzzleChoice | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a real terminal the chosen puzzle opens in the full screen, if there can be one."""
    opened: list[PuzzleChoice | None] = []
    monkeypatch.setattr(tui, "wants_full_screen", lambda plain: not plain)

    def run_full_screen(puzzles: PuzzleChoice) -> int:
        opened.append(puzzles)
        return 0

    monkeypatch.setattr(tui, "run_full_screen", run_full_screen)
    parsed = build_parser().parse_args(["puzzle", *typed.split()])
    with nullcontext() if chosen else pytest.raises(OptionsError, match="theme must be one of"):
        parsed.run(parsed)
    assert opened == [chosen] * bool(chosen)


def test_leaving_names_the_way_back(duel: Run) -> None:
    """On leaving, the whole command is shown that brings the same puzzle back."""
    out = duel("puzzle", "chain", "--seed", "7", "--theme", "win in 3", typed="quit\n").stdout
    assert out.endswith('To come back to it: duel puzzle chain --seed 7 --theme "win in 3"\n')
    assert "; win in 3, " in out.splitlines()[0]


@pytest.mark.parametrize("more", ["--seed 3", "--theme long", "chain"])
def test_the_daily_puzzle_is_one(duel: Run, more: str) -> None:
    """A game, a seed or a theme together with --daily is refused."""
    done = duel("puzzle", *more.split(), "--daily")
    assert done.returncode == 2
    assert "--daily is the same puzzle for everyone" in done.stderr


def test_the_day_has_three_tries_and_is_remembered(home: Path) -> None:
    """Each try is saved; after the third the solution is shown, and not asked for again."""
    assert "To come back to it: " in play_the_day(DAYS_WRONG[0])
    assert read_progress().results == {1: Result(1, (False,))}
    out = play_the_day(DAYS_WRONG[0], "hint", DAYS_WRONG[1])
    solution = DAY.puzzle.record.game.format_move(DAY.puzzle.solution)
    assert f"That was your last try. The answer is {solution}." in out
    assert "To share:\nDivisor Duel 1: " in out
    assert out.endswith("[-] [-] [-]  not solved, 1 hint\n")
    again = play_the_day(DAY.puzzle.solution)
    assert "You have already played today's puzzle:" in again
    assert read_progress().results == {1: Result(1, (False, False, False), 1)}


def test_solving_the_day_gives_a_line_to_pass_on(home: Path) -> None:
    """The right move ends it with the text to pass on."""
    out = play_the_day(DAYS_WRONG[0], DAY.puzzle.solution)
    assert out.endswith("[-] [+] [ ]  solved on try 2 of 3\n")
    assert read_progress().results[1].solved


def test_giving_the_day_up_counts(home: Path) -> None:
    """A player who looks at the solution has not solved the puzzle."""
    assert play_the_day("show").endswith("[-] [-] [-]  not solved\n")


@pytest.mark.parametrize("seed", range(12))
def test_no_wrong_try_is_answered_with_the_solution(seed: int) -> None:
    """Whatever is tried first, the reply that is shown is not the move to be found."""
    puzzle = make_puzzle(str(seed))
    game, shown = puzzle.record.game, io.StringIO()
    wrong = [move for move in game.legal_moves(puzzle.position) if move != puzzle.solution]
    for move in wrong:
        with pytest.raises(EOFError):
            Solving(puzzle, Console(io.StringIO(f"{game.format_move(move)}\n"), shown)).run()
    assert shown.getvalue().count(" loses") == len(wrong)
    assert f"opponent replies {game.format_move(puzzle.solution)}." not in shown.getvalue()
