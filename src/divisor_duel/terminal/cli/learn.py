"""`duel learn`: lessons, exercises, and the mistakes that come back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from divisor_duel.errors import IllegalMoveError, MoveTextError, OptionsError, SavedGameError
from divisor_duel.game import AnyGame
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.daily import today
from divisor_duel.learn.exercises import COUNT, exercise_sets, progress_name
from divisor_duel.learn.lesson import Goal, Step, lesson_for
from divisor_duel.learn.practice import Task, due, next_mistake, next_set, next_task
from divisor_duel.learn.progress import read_progress, write_progress
from divisor_duel.terminal.cli.arguments import Commands
from divisor_duel.terminal.command_name import command_name
from divisor_duel.terminal.diagrams import diagram_text, drawn
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.how_to_win import how_to_win
from divisor_duel.terminal.lines.board import board
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.start import start_match
from divisor_duel.terminal.lines.wording import legal_text, unreadable
from divisor_duel.terminal.new_match import lesson_match
from divisor_duel.terminal.words import as_sentence
from divisor_duel.text import plural

EXAMPLES = """examples:
  duel learn                     what there is to learn, and what you have done
  duel learn chain               the lesson of a game
  duel learn chain exercises     its exercises: where you left off
  duel learn chain partner       the exercises for one idea
  duel learn mistakes            what you missed comes back after some days"""

LESSON, EXERCISES, MISTAKES = "lesson", "exercises", "mistakes"

COMMANDS = {
    "help": "show this list",
    "moves": "list the legal moves",
    "show": "give up and see the answer",
    "next": "skip to the next one",
    "quit": "leave",
}


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "learn",
        description="Learn a game step by step, or practise one idea at a time. "
        "What you miss comes back on later days.",
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "game",
        nargs="?",
        choices=[*GAMES, MISTAKES],
        metavar="GAME",
        help=f"{', '.join(GAMES)}, or {MISTAKES}",
    )
    parser.add_argument(
        "what", nargs="?", metavar="IDEA", help=f"{LESSON}, {EXERCISES} or the name of an idea"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run `duel learn`."""
    console = Console()
    if arguments.game is None:
        console.show(_overview())
        return 0
    try:
        if arguments.game == MISTAKES:
            if arguments.what is not None:
                raise OptionsError("mistakes come from all games, so leave out the idea")
            return _practise(console, lambda: next_mistake(read_progress(), today()))
        kind = GAMES[arguments.game]
        if arguments.what in (None, LESSON):
            return _teach(console, kind)
        name = arguments.what
        if name == EXERCISES:
            name = next_set(read_progress(), kind) or exercise_sets(kind)[0].name
        return _practise(console, lambda: next_task(read_progress(), kind, name))
    except EOFError:
        return 0


def _overview() -> list[str]:
    """Return each game with its ideas, and how many mistakes come back today."""
    progress = read_progress()
    lines = []
    for kind in GAMES.values():
        lines.append(f"{kind.short_title}: {command_name()} learn {kind.id}")
        for chosen in exercise_sets(kind):
            done = min(progress.exercises.get(progress_name(kind, chosen.name), 0), COUNT)
            lines.append(f"  {chosen.name:9}{done:3} of {COUNT}  {chosen.title}")
    waiting = len(due(progress.mistakes, today()))
    lines.append("")
    lines.append(
        f"{plural(waiting, 'mistake')} to practise today: {command_name()} learn {MISTAKES}"
        if waiting
        else "No mistakes to practise today."
    )
    return lines


def _practise(console: Console, next_one: Callable[[], Task | None]) -> int:
    """Ask one exercise after the other; EOFError if the player quits."""
    count = 0
    while task := next_one():
        Practising(task, console).run()
        count += 1
    console.show(["That was the last one." if count else "There is nothing to practise today."])
    return 0


class Practising:
    """Lets the player do one exercise; the first try is saved before it is answered."""

    def __init__(self, task: Task, console: Console) -> None:
        self._task = task
        self._exercise = task.exercise
        self._console = console
        self._saved = False

    def run(self) -> None:
        """Ask until it is solved or given up; EOFError if the player quits."""
        self._console.show(_question(self._task, self._console))
        while not self._answered(self._console.ask("Your move: ", list(COMMANDS))):
            pass

    def _answered(self, text: str) -> bool:
        """Respond to a command or a move; return whether the exercise is over."""
        word, game, console = text.lower(), self._exercise.game, self._console
        if word in ("quit", "q"):
            raise EOFError
        if word in ("help", "?"):
            console.show(f"  {name:6}{meaning}" for name, meaning in COMMANDS.items())
        elif word == "moves":
            console.show([f"Legal moves: {legal_text(game, self._exercise.position)}"])
        elif word in ("show", "next"):
            self._save(False)
            if word == "show":
                self._explain("The answer:")
            return True
        else:
            return self._try(text)
        return False

    def _try(self, text: str) -> bool:
        """Judge a move; return whether it wins."""
        exercise, console = self._exercise, self._console
        try:
            move = exercise.game.parse_move(text)
            answer = exercise.answer(move)
        except MoveTextError as error:
            console.show([unreadable(text, error, "a move, or help")])
            return False
        except IllegalMoveError as error:
            console.show([as_sentence(error)])
            return False
        self._save(answer.right)
        if answer.right and move == exercise.solution:
            self._explain("Right.")
        elif answer.right:
            analysis = exercise.analysis_of(move)
            picture = drawn(analysis.strategy, console.width) if analysis else []
            console.show([*console.fit(answer.text), *picture, ""])
        else:
            console.show([*console.fit(f"{answer.text} Try another, or: show"), ""])
        return answer.right

    def _explain(self, verdict: str) -> None:
        """Show the answer with its reason and the rules behind it."""
        analysis, console = self._exercise.analysis, self._console
        console.show(console.fit(f"{verdict} {analysis.reason}"))
        console.show([*drawn(analysis.strategy, console.width), *how_to_win(analysis), ""])

    def _save(self, right: bool) -> None:
        if self._saved:
            return
        self._saved = True
        try:
            write_progress(self._task.after(read_progress(), right, today()))
        except SavedGameError as error:
            print(f"duel: {error}; the result is not saved.", file=sys.stderr)


def _question(task: Task, console: Console) -> list[str]:
    """Return an exercise as text: its title, the board and what it asks."""
    exercise = task.exercise
    game, position = exercise.game, exercise.position
    played = " ".join(map(game.format_move, exercise.record.moves))
    return [
        console.paint.bold(task.title),
        *([f"Played so far: {played}"] if played else []),
        *board(game, position, console.paint, console.width),
        "",
        as_sentence(game.describe(position)),
        f"You are Player {int(position.to_move)}.",
        *console.fit(task.question),
    ]


def _teach(console: Console, kind: type[AnyGame]) -> int:
    """Show the steps of a lesson; the last one starts the game on the side that can win."""
    steps = lesson_for(kind).steps
    for number, step in enumerate(steps, 1):
        game, position = step.game, step.position
        console.show(
            [
                console.paint.bold(f"{kind.short_title}: step {number} of {len(steps)}"),
                *board(game, position, console.paint, console.width),
                "",
                *console.fit(step.text),
                *(diagram_text(each, game, console.width) for each in step.diagrams),
            ]
        )
        if step.ask is not Goal.READ:
            _ask_step(console, step)
        elif number < len(steps):
            console.ask("Press Enter to continue: ")
    if console.ask("Play it now against the computer? (yes or no) ").lower() not in ("y", "yes"):
        console.show([f"To practise: {command_name()} learn {kind.id} {EXERCISES}"])
        return 0
    return start_match(lesson_match(steps[-1]), console)


def _ask_step(console: Console, step: Step) -> None:
    """Ask until the step is done; EOFError if the player quits."""
    while True:
        text = console.ask("Your move: ", ["next", "quit"])
        if text.lower() in ("quit", "q"):
            raise EOFError
        if text.lower() == "next":
            return
        try:
            move = step.game.parse_move(text)
            answer = step.answer(move, command_engine())
        except MoveTextError as error:
            console.show([unreadable(text, error, "a move, or next")])
            continue
        except IllegalMoveError as error:
            console.show([as_sentence(error)])
            continue
        reply = (
            ""
            if answer.reply is None
            else f" Your opponent would reply {step.game.format_move(answer.reply)}."
        )
        analysis = step.analysis_of(move, command_engine()) if answer.right else None
        picture = drawn(analysis.strategy, console.width) if analysis else []
        console.show([*console.fit(f"{answer.text}{reply}"), *picture, ""])
        if answer.right:
            return
