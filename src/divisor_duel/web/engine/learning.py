"""Puzzles, the daily puzzle and lessons, made by worker processes.

The rules and exact play decide here which moves are right. The response to every move is sent
along, so that the page can reply at once and decides nothing itself.
"""

from __future__ import annotations

from datetime import date
from itertools import chain, count

import msgspec
from msgspec import Struct

from divisor_duel.engine import Engine
from divisor_duel.errors import OptionsError
from divisor_duel.games.registry import find_game
from divisor_duel.learn.daily import TRIES, daily
from divisor_duel.learn.hints import STEPS, hint_from
from divisor_duel.learn.lesson import Goal, Step, lesson_for
from divisor_duel.learn.progress import ProgressMessage, from_message, merge, to_message
from divisor_duel.learn.progress_codes import read_code, summary, write_code
from divisor_duel.learn.puzzle import FIRST_RATING, Puzzle, make_puzzle, puzzle_near
from divisor_duel.play.record import Record
from divisor_duel.web.engine.diagrams import messages_of
from divisor_duel.web.game.table import HERE, Table
from divisor_duel.web.game.view import state_of
from divisor_duel.web.schema.analysis import DiagramMessage, PuzzleMessage
from divisor_duel.web.schema.requests import ProgressRequest
from divisor_duel.web.schema.states import State


class DailyMessage(Struct):
    """The puzzle of a day."""

    number: int
    day: str
    tries: int
    puzzle: PuzzleMessage


class AnswerMessage(Struct):
    """The response to a move tried in a lesson."""

    right: bool
    text: str
    reply: int | None


class StepMessage(Struct):
    """One step of a lesson: a text, a task, a position, and the response to every move."""

    text: str
    ask: str
    winner: int | None
    """Who wins with best play: 1 or 2; null if the step does not say."""
    state: State
    answers: dict[str, AnswerMessage]
    diagrams: list[DiagramMessage]
    """What is drawn with the text."""


class LessonMessage(Struct):
    """The lesson of a game."""

    game: str
    title: str
    steps: list[StepMessage]


class MergedMessage(Struct):
    """Progress after what a code holds was added."""

    progress: ProgressMessage
    code: str
    text: str


def merged_progress(body: str) -> MergedMessage:
    """Add what a code holds to a browser's progress; `body` is a ``ProgressRequest`` as JSON."""
    asked = msgspec.json.decode(body, type=ProgressRequest)
    progress = from_message(asked.progress)
    if asked.code:
        progress = merge(progress, read_code(asked.code))
    message = to_message(progress)
    if asked.progress.rating is None and progress.rating == FIRST_RATING:
        message.rating = None  # still a new solver
    return MergedMessage(message, write_code(progress), summary(progress))


def state_of_record(record: Record) -> State:
    """Return the state of a position that belongs to no game being played."""
    rules = record.game
    table = Table(
        id="",
        game=rules.id,
        options=rules.options,
        mode=HERE,
        first=int(record.first),
        players=record.levels,
        names=record.names,
        seed=0,
        date="",
        hashes={},
        moves=record.moves,
        start=record.start,
    )
    return state_of(table)


def puzzle_of(seed: str, game: str | None, theme: str | None, engine: Engine) -> Puzzle:
    """Return the puzzle for a seed; on any theme if the game has none on this one."""
    try:
        return make_puzzle(seed, game, theme, engine)
    except OptionsError:
        return make_puzzle(seed, game, engine=engine)


def puzzle_for(
    seed: str, game: str | None, theme: str | None, engine: Engine, near: int | None = None
) -> PuzzleMessage:
    """Return the puzzle for a seed, or one `near` a solver's rating with its own seed."""
    if near is None:
        return _puzzle_message(seed, puzzle_of(seed, game, theme, engine))
    seeds = chain([seed], (f"{seed}.{number}" for number in count(1)))
    return _puzzle_message(
        *puzzle_near(near, seeds, lambda tried: puzzle_of(tried, game, theme, engine))
    )


def daily_for(day: str, engine: Engine) -> DailyMessage:
    """Return the puzzle of a day, which is written as in 2026-11-19."""
    todays = daily(date.fromisoformat(day), engine)
    return DailyMessage(todays.number, day, TRIES, _puzzle_message(day, todays.puzzle))


def _puzzle_message(seed: str, puzzle: Puzzle) -> PuzzleMessage:
    analysis = puzzle.analysis
    wrong = [row.move for row in analysis.moves if row.move != puzzle.solution]
    replies = {str(move): puzzle.refutation(move) for move in wrong}
    return PuzzleMessage(
        seed=seed,
        grade=puzzle.grade,
        state=state_of_record(puzzle.record),
        solution=puzzle.solution,
        reason=analysis.reason,
        line=analysis.line,
        refutations={move: reply for move, reply in replies.items() if reply is not None},
        theme=puzzle.theme,
        rating=puzzle.rating,
        hints=[hint_from(analysis, step).text for step in range(1, STEPS)],
    )


def lesson_about(game: str, engine: Engine) -> LessonMessage:
    """Return a game's lesson with the response to every move."""
    kind = find_game(game)
    steps = [_step(step, engine) for step in lesson_for(kind).steps]
    return LessonMessage(game, kind.title, steps)


def _step(step: Step, engine: Engine) -> StepMessage:
    answers = {}
    if step.ask is not Goal.READ:
        for move in step.game.legal_moves(step.position):
            answers[str(move)] = AnswerMessage(*step.answer(move, engine))
    winner = None if step.winner is None else int(step.winner)
    return StepMessage(
        step.text,
        step.ask.value,
        winner,
        state_of_record(step.record),
        answers,
        messages_of(step.diagrams, step.game),
    )
