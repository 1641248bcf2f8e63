"""Puzzles: the puzzle of the day, and as many others as the player likes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.binding import Binding, BindingType

from divisor_duel.errors import DuelError, IllegalMoveError, SavedGameError
from divisor_duel.terminal.diagrams import drawn
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.new_puzzle import PuzzleChoice
from divisor_duel.terminal.paint import MARKS
from divisor_duel.terminal.tui.background_match import moves_with_players
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS
from divisor_duel.terminal.tui.screens.exercise import Exercise
from divisor_duel.terminal.tui.screens.show_me import ShowMeScreen
from divisor_duel.terminal.tui.widgets.position_view import PositionView
from divisor_duel.terminal.words import as_sentence
from divisor_duel.text import plural

if TYPE_CHECKING:
    from divisor_duel.learn.daily import Daily, Result
    from divisor_duel.learn.puzzle import Puzzle


MOST_SEEDS = 10
"""How many seeds to try before reporting the error."""


class NewPuzzle(NamedTuple):
    """A puzzle to solve."""

    puzzle: Puzzle
    """The position and its solution."""
    today: Daily | None
    """The puzzle of the day, if this is it."""
    result: Result
    """The tries and hints so far."""
    rated: bool = True
    """Whether it changes the rating, unless it is the puzzle of the day."""


class Puzzles(Exercise):
    """One puzzle after another: three tries each, hints in three steps."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "try"),
        Binding("h", "hint", "hint"),
        Binding("n", "next", "next"),
        Binding("w", "show_me", "show me", tooltip="the answer to any reply"),
        Binding("c", "share", "copy the day's result"),
    ]

    def __init__(self, choice: PuzzleChoice | None = None, seeds: list[str] | None = None) -> None:
        super().__init__()
        self._choice = choice or PuzzleChoice()
        self._seeds = seeds or []
        self.puzzle: Puzzle | None = None
        """The current puzzle; None while the next one is being made."""
        self.today: Daily | None = None
        """The puzzle of the day, if that is the current one."""
        self.result: Result | None = None
        """The tries and hints so far."""
        self._making = False
        self._rated = True

    @property
    def _over(self) -> bool:
        return self.result is not None and self.result.over

    @property
    def enter_does(self) -> str:
        return "next puzzle" if self._over else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the answers only when the puzzle is over, and a result only if there is one."""
        if action == "show_me":
            return self._over
        return action != "share" or self.today is not None

    # --- finding -------------------------------------------------------------------------

    def begin(self) -> None:
        """Start making a puzzle, and say so."""
        self.set_text("title", "Puzzle")
        self.set_text("question", "Finding a puzzle …")
        self._start_making()

    def _start_making(self) -> None:
        """Make the next puzzle in the background."""
        self.puzzle = self.result = self.today = None
        self._making = True
        make: Callable[[], NewPuzzle]
        if self._choice.daily:
            make = partial(_make_daily, self.duel_app.today())
        elif self._seeds:
            make = partial(_make_from, self._seeds.pop(0))
        else:
            make = partial(_make_chosen, self._choice)
        self._make(make)

    @work
    async def _make(self, make: Callable[[], NewPuzzle]) -> None:
        """Show the puzzle made, or why there is none; the player can try another."""
        try:
            self.show_puzzle(await in_daemon_thread(make))
        except DuelError as error:
            self.set_text("question", as_sentence(error))
        self._making = False

    def show_puzzle(self, new: NewPuzzle) -> None:
        """Show a new puzzle."""
        self.puzzle, self.today, self.result, self._rated = new
        self.answer("")
        self.show()
        self.refresh_bindings()
        if new.result.over:
            self.answer(self._result_text())

    # --- showing -------------------------------------------------------------------------

    def show(self) -> None:
        """Show the puzzle, its position and the tries left."""
        puzzle, result = self.puzzle, self.result
        if not puzzle or not result:
            return
        record = puzzle.record
        game = record.game
        name = f"Puzzle of the day {self.today.number}" if self.today else "Puzzle"
        self.set_text("title", f"{name}: {game.id.title()}, {game.phrase()}")
        count, mover = len(game.legal_moves(puzzle.position)), puzzle.position.to_move
        tries = "" if result.over else f" {plural(3 - len(result.tries), 'try', 'tries')} left."
        self.set_text(
            "question",
            f"You are {MARKS[mover]} Player {int(mover)}. "
            f"Exactly one of {count} moves wins. Which one? ({puzzle.grade}){tries}",
        )
        moves = moves_with_players(record.moves, tuple(record.positions()))
        self.position_view.show(game, puzzle.position, moves, pointing=not result.over)
        self.show_preview()

    def enter_hint(self) -> str:
        """Return what Enter does next, with the streak and the rating."""
        return f"Enter: the next puzzle. w: show me. {_streak()}" if self._over else ""

    def _result_text(self) -> str:
        from divisor_duel.learn.daily import share

        if self.today and self.result:
            return f"Done for today:\n{share(self.today, self.result)}"
        return ""

    # --- solving -------------------------------------------------------------------------

    def on_position_view_chosen(self, message: PositionView.Chosen) -> None:
        """Try a move; after the end, go to the next puzzle."""
        puzzle, result = self.puzzle, self.result
        if not puzzle or not result:
            return
        if result.over:
            self.action_next()
            return
        if message.move is None:
            return
        try:
            right = puzzle.is_solved_by(message.move)
        except IllegalMoveError as error:
            self.answer(as_sentence(error))
            return
        self._save(puzzle, replace(result, tries=(*result.tries, right)))
        self._explain(puzzle, message.move, right)
        self.show()

    def _save(self, puzzle: Puzzle, result: Result) -> None:
        """Save the result to disk, before it is shown."""
        from divisor_duel.learn.progress import read_progress, write_progress

        progress = read_progress()
        if self.today:
            progress = progress.with_result(result)
        elif self._rated and not (self.result and self.result.started):
            progress = progress.after_puzzle(puzzle.rating, result.rated_solved, puzzle.theme)
        self.result = result
        try:
            write_progress(progress)
        except SavedGameError as error:
            self.notify(f"{error}.", severity="warning", markup=False)

    def _explain(self, puzzle: Puzzle, move: int, right: bool) -> None:
        """Show the verdict at once, and the reason when the engine has found it."""
        over = self._over
        name = puzzle.record.game.format_move(move)
        width = self.drawing_width
        self.answer(f"+ Right: {name}." if right else f"- {name} loses.")

        def explanation() -> str:
            analysis, show = puzzle.analysis, puzzle.record.game.format_move
            head = "+ Right. " if right else f"- {puzzle.why_wrong(move)} "
            tail = analysis.reason if right or over else "Try again, or ask for a hint (h)."
            if over and not right:
                tail = f"The answer was {show(puzzle.solution)}. {tail}"
            picture = drawn(analysis.strategy, width) if right or over else []
            return "\n".join([head + tail, *picture])

        self._show_later(puzzle, explanation)

    def action_hint(self) -> None:
        """Give the next hint: a nudge, then the idea, then the move."""
        puzzle, result = self.puzzle, self.result
        if not puzzle or not result or result.over:
            return
        step = min(3, result.hints + 1)
        self._save(puzzle, replace(result, hints=step))
        self.answer("Finding a hint …")

        def hint() -> str:
            from divisor_duel.learn.hints import hint_from

            return f"Hint {step} of 3: {hint_from(puzzle.analysis, step).text}"

        self._show_later(puzzle, hint, pointing=step == 3)

    @work(exclusive=True, group="answer")
    async def _show_later(
        self, puzzle: Puzzle, text_of: Callable[[], str], pointing: bool = False
    ) -> None:
        """Show a text that takes a moment, if it is still about the current puzzle.

        With `pointing`, put the cursor on the solution, which the text names.
        """
        text = await in_daemon_thread(text_of)
        if puzzle is self.puzzle:
            more = self._result_text() if self._over else ""
            self.answer(f"{text}\n{more}" if more else text)
            if pointing:
                self.position_view.board.point(puzzle.solution)

    @work(exclusive=True, group="answer")
    async def action_show_me(self) -> None:
        """When the puzzle is over, show the winner's answer to any reply."""
        puzzle = self.puzzle
        if not puzzle:
            return
        analysis = await in_daemon_thread(lambda: puzzle.analysis)
        if puzzle is self.puzzle and analysis.strategy:
            record = puzzle.record
            played = moves_with_players(record.moves, tuple(record.positions()))
            self.app.push_screen(ShowMeScreen(analysis, analysis.strategy, played))

    def action_next(self) -> None:
        """Go to the next puzzle; one that was skipped without a try counts as missed."""
        if not self._making:
            self._skip()
            self._choice = self._choice._replace(daily=False, seed=None)
            self._start_making()

    def on_unmount(self) -> None:
        self._skip()

    def leave(self) -> None:
        """Leave the puzzles; as with the next puzzle, one without a try counts as missed."""
        self._skip()

    def _skip(self) -> None:
        """Rate the current puzzle as missed if the player has not started it."""
        puzzle, result = self.puzzle, self.result
        if puzzle and result and self._rated and not result.started and not self.today:
            self._save(puzzle, result)
            self.notify("Skipped: it counts as missed.", timeout=2)
        self.puzzle = None

    def action_share(self) -> None:
        """Copy the day's result, which does not give the solution away."""
        from divisor_duel.learn.daily import share

        if self.today and self.result and self.result.over:
            self.app.copy_to_clipboard(share(self.today, self.result))
            self.notify("Copied.", timeout=2)
        else:
            self.notify("You can copy the result when the puzzle is over.")


def _make_daily(day: date) -> NewPuzzle:
    """Return the puzzle of the day, with the tries made earlier."""
    from divisor_duel.learn.daily import Result, daily
    from divisor_duel.learn.progress import read_progress

    today = daily(day, command_engine())
    result = read_progress().results.get(today.number, Result(today.number))
    return NewPuzzle(today.puzzle, today, result)


def _make_chosen(choice: PuzzleChoice) -> NewPuzzle:
    """Return the chosen puzzle; without a seed, a random one near the player's rating."""
    from divisor_duel.learn.daily import Result
    from divisor_duel.learn.progress import read_progress
    from divisor_duel.learn.puzzle import make_puzzle, puzzle_near

    if choice.seed is not None:
        puzzle = make_puzzle(choice.seed, choice.game, choice.theme, command_engine())
        return NewPuzzle(puzzle, None, Result(0), rated=False)
    seeds = (str(secrets.randbits(20)) for _ in count())
    make = partial(_puzzle_from, game=choice.game, theme=choice.theme)
    _, puzzle = puzzle_near(read_progress().rating, seeds, make)
    return NewPuzzle(puzzle, None, Result(0))


def _make_from(seed: str) -> NewPuzzle:
    """Return the puzzle of a seed, whatever the player's rating."""
    from divisor_duel.learn.daily import Result

    return NewPuzzle(_puzzle_from(seed), None, Result(0))


def _puzzle_from(seed: str, game: str | None = None, theme: str | None = None) -> Puzzle:
    """Return the puzzle of a seed; if there is none, try other seeds."""
    from divisor_duel.learn.puzzle import make_puzzle

    for _ in range(MOST_SEEDS - 1):
        try:
            return make_puzzle(seed, game, theme, command_engine())
        except DuelError:
            seed = f"{seed}+"
    return make_puzzle(seed, game, theme, command_engine())


def _streak() -> str:
    """Return the current streak and rating, in words."""
    from divisor_duel.learn.progress import read_progress

    progress = read_progress()
    return f"Solved in a row: {progress.run}. Your rating: {progress.rating}."
