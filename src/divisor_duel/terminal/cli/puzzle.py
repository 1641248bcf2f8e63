"""`duel puzzle`: find the only winning move."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from divisor_duel.errors import IllegalMoveError, MoveTextError, OptionsError, SavedGameError
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.daily import TRIES, Daily, Result, daily, share, streak, today
from divisor_duel.learn.hints import hint_from
from divisor_duel.learn.progress import Progress, read_progress, write_progress
from divisor_duel.learn.puzzle import THEMES, Puzzle, check_theme, make_puzzle, puzzle_near
from divisor_duel.terminal import tui
from divisor_duel.terminal.cli.arguments import Commands, read_int
from divisor_duel.terminal.command_name import command_name
from divisor_duel.terminal.diagrams import drawn
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.lines.board import board
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.wording import legal_text, unreadable
from divisor_duel.terminal.new_puzzle import PuzzleChoice
from divisor_duel.terminal.words import as_sentence

EXAMPLES = """examples:
  duel puzzle                         any game
  duel puzzle chain                   one game
  duel puzzle --theme "win in 5"      one theme
  duel puzzle --daily                 the same puzzle for everyone today
  duel puzzle chain --seed 7          the same puzzle again"""

COMMANDS = {
    "help": "show this list",
    "moves": "list the legal moves",
    "hint": "a nudge; again: the idea",
    "show": "give up and see the move",
    "quit": "leave",
}


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "puzzle",
        description=f"Find the only winning move. Type it, or: {', '.join(COMMANDS)}.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "game", nargs="?", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES)
    )
    parser.add_argument("--seed", metavar="S", help="number of the puzzle (default: random)")
    parser.add_argument("--theme", metavar="T", help=f"only this theme: {', '.join(THEMES)}")
    parser.add_argument(
        "--daily", action="store_true", help="today's puzzle (a new one at midnight UTC)"
    )
    parser.add_argument("--plain", action="store_true", help="line mode: no full screen")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel puzzle`."""
    choice = _read_choice(arguments)
    if tui.wants_full_screen(arguments.plain):
        return tui.run_full_screen(puzzles=choice)
    if choice.daily:
        return _today(daily(today(), command_engine()), Console())
    return _solve(choice, Console())


def _read_choice(arguments: argparse.Namespace) -> PuzzleChoice:
    """Return which puzzle the player asks for; OptionsError if there can be none."""
    seed = arguments.seed
    if arguments.daily and (seed is not None or arguments.theme is not None or arguments.game):
        raise OptionsError(
            "--daily is the same puzzle for everyone, so leave out the game, --seed and --theme"
        )
    check_theme(arguments.theme)
    number = None if seed is None else str(read_int("seed", seed, 0, 10**18))
    return PuzzleChoice(arguments.daily, arguments.game, arguments.theme, number)


def _solve(choice: PuzzleChoice, console: Console) -> int:
    """Ask one puzzle in line mode."""

    def make(seed: str) -> Puzzle:
        return make_puzzle(seed, choice.game, choice.theme, command_engine())

    if choice.seed is None:
        seeds = (str(secrets.randbits(20)) for _ in count())
        seed, puzzle = puzzle_near(read_progress().rating, seeds, make)
    else:
        seed, puzzle = choice.seed, make(choice.seed)
    game = f" {choice.game}" if choice.game else ""
    theme = f' --theme "{choice.theme}"' if choice.theme else ""
    save = _rate_once(puzzle) if choice.seed is None else None
    console.show(_question(puzzle, f"Puzzle {seed}", console))
    try:
        Solving(puzzle, console, save).run()
        _show_rating(console, rated=save is not None)
    except EOFError:
        if save:
            save(Result(0))
        _show_rating(console, rated=save is not None)
        console.show([f"To come back to it: {command_name()} puzzle{game} --seed {seed}{theme}"])
    return 0


def _rate_once(puzzle: Puzzle) -> Callable[[Result], None]:
    """Return a function that rates the puzzle by the first result it is given.

    A player who leaves without a try or a hint has skipped the puzzle, which counts as missed.
    """
    rated = False

    def save(result: Result) -> None:
        nonlocal rated
        if not rated:
            rated = True
            solved = result.rated_solved
            _write(read_progress().after_puzzle(puzzle.rating, solved, puzzle.theme))

    return save


def _show_rating(console: Console, rated: bool) -> None:
    """Show the rating after a random puzzle; one chosen by its seed is not rated."""
    if rated:
        console.show([f"Your rating, by first tries without hints: {read_progress().rating}."])


def _write(progress: Progress) -> None:
    """Save the progress, or say why it cannot be saved."""
    try:
        write_progress(progress)
    except SavedGameError as error:
        print(f"duel: {error}; the result is not saved.", file=sys.stderr)


def _today(day: Daily, console: Console) -> int:
    """Run today's puzzle, continuing earlier tries; end with the result to share."""
    progress = read_progress()
    result = progress.results.get(day.number, Result(day.number))
    console.show(_question(day.puzzle, f"Puzzle of the day, number {day.number}", console))
    if result.over:
        console.show(["", "You have already played today's puzzle:", share(day, result)])
        return 0

    def save(latest: Result) -> None:
        nonlocal progress, result
        result = latest
        progress = progress.with_result(result)
        _write(progress)

    try:
        Solving(day.puzzle, console, save, result).run()
    except EOFError:
        console.show([f"To come back to it: {command_name()} puzzle --daily"])
        return 0
    days = streak(progress.results.values(), day.number)
    in_a_row = f"{days} in a row. " if days > 1 else ""
    console.show(["", f"{in_a_row}To share:", share(day, result)])
    return 0


def _question(puzzle: Puzzle, title: str, console: Console) -> list[str]:
    game, position = puzzle.record.game, puzzle.position
    played = " ".join(map(game.format_move, puzzle.record.moves))
    head = f"{title}: {game.title}, {game.phrase()}; {puzzle.theme}, {puzzle.grade}"
    return [
        console.paint.bold(head),
        game.summary,
        "",
        f"Played so far: {played}",
        *board(game, position, console.paint, console.width),
        "",
        as_sentence(game.describe(position)),
        f"Player {int(position.to_move)} is to move. Exactly one of "
        f"{len(game.legal_moves(position))} moves wins. Which one? (Type help for other commands.)",
    ]


class Solving:
    """Lets the player solve a puzzle in three tries; `save` takes each new result."""

    def __init__(
        self,
        puzzle: Puzzle,
        console: Console,
        save: Callable[[Result], None] | None = None,
        before: Result | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._console = console
        self._save_result = save
        self._result = before or Result(0)

    def run(self) -> None:
        """Ask until it is solved, given up or out of tries; EOFError if the player quits."""
        while True:
            text = self._console.ask("Your move: ", list(COMMANDS))
            word = "help" if text == "?" else text.lower()
            if word in COMMANDS or word == "q":
                if self._obey(word):
                    return
            elif self._try(text):
                return

    def _obey(self, word: str) -> bool:
        """Run a command; return whether the puzzle is over."""
        game, console = self._puzzle.record.game, self._console
        if word in ("quit", "q"):
            raise EOFError
        if word == "help":
            console.show(f"  {name:6}{meaning}" for name, meaning in COMMANDS.items())
        elif word == "moves":
            console.show([f"Legal moves: {legal_text(game, self._puzzle.position)}"])
        elif word == "hint":
            self._save(replace(self._result, hints=min(self._result.hints + 1, 2)))
            console.show(console.fit(hint_from(self._puzzle.analysis, self._result.hints).text))
        else:
            missed = (False,) * (TRIES - len(self._result.tries))
            self._save(replace(self._result, tries=self._result.tries + missed))
            console.show(
                [f"The answer is {game.format_move(self._puzzle.solution)}.", *self._why()]
            )
            return True
        return False

    def _try(self, text: str) -> bool:
        """Try a move; return whether the puzzle is over."""
        game, console = self._puzzle.record.game, self._console
        try:
            move = game.parse_move(text)
            right = self._puzzle.is_solved_by(move)
        except MoveTextError as error:
            console.show([unreadable(text, error, "a move, or help")])
            return False
        except IllegalMoveError as error:
            console.show([as_sentence(error)])
            return False
        self._save(replace(self._result, tries=(*self._result.tries, right)))
        if right:
            count = len(self._result.tries)
            tries = "on the first try" if count == 1 else f"after {count} tries"
            console.show([f"Right, {tries}.", *self._why()])
            return True
        loses = self._puzzle.why_wrong(move)
        if self._result.over:
            solution = game.format_move(self._puzzle.solution)
            console.show(
                [f"{loses} That was your last try. The answer is {solution}.", *self._why()]
            )
            return True
        console.show([f"{loses} Try again, or: hint, show"])
        return False

    def _save(self, result: Result) -> None:
        self._result = result
        if self._save_result:
            self._save_result(result)

    def _why(self) -> list[str]:
        analysis, fit = self._puzzle.analysis, self._console.fit
        line = " ".join(map(analysis.game.format_move, analysis.line))
        picture = drawn(analysis.strategy, self._console.width)
        return [*fit(f"Why: {analysis.reason}"), *picture, *fit(f"{analysis.line_title}: {line}")]
