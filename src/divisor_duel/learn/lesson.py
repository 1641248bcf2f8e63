"""Lessons: a game taught on its own board, in a few short steps.

A step has a text and a position, and may ask for a move. The interfaces show it and pass
the move back; this module decides with the engine whether the move is right. A step's claim
about who wins is data, so tests can compare it with exact play. A game defines its lesson as
``STEPS`` in `teaching.py` beside its rules; any other game gets one generated from its rules.

>>> from divisor_duel.learn.lesson import lesson_for
>>> from divisor_duel import GAMES
>>> step = lesson_for(GAMES["countdown"]).steps[0]
>>> step.answer(3).right
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from random import Random
from typing import NamedTuple, TypeAlias

from divisor_duel.diagram import Diagram
from divisor_duel.engine import DEFAULT, Analysis, Engine
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.game import AnyGame, Outcome, Player, Position
from divisor_duel.games.parts import STEPS, find
from divisor_duel.games.registry import recommended
from divisor_duel.play.random_games import random_game
from divisor_duel.play.record import Record

SECONDS = 5.0
"""Time limit for judging one answer, in seconds; small positions never reach it."""


class Goal(Enum):
    """What a step asks for."""

    READ = "read"
    """Nothing: just read, then continue."""
    MOVE = "move"
    """Any legal move, or one of those that the step lists."""
    WIN = "win"
    """A move that wins against every answer."""
    END = "end"
    """A move that wins at once."""


class Reaction(NamedTuple):
    """The response to a learner's move."""

    right: bool
    """Whether the move completes the step."""
    text: str
    """The response in words."""
    reply: int | None = None
    """The opponent's reply that punishes a wrong move, if it is worth showing."""


@dataclass(frozen=True)
class Step:
    """One step of a lesson: a position, a short text, and the move to find."""

    game: AnyGame
    """The game with its options."""
    text: str
    """The text shown with the position; one to three sentences."""
    moves: tuple[int, ...] = ()
    """The moves so far; Player 1 moved first."""
    ask: Goal = Goal.READ
    """What the learner must do."""
    among: tuple[int, ...] = ()
    """For `Goal.MOVE`, the accepted moves; if empty, any legal move."""
    right: str = ""
    """The response to a move that completes the step."""
    wrong: str = ""
    """The response to any other move."""
    at_once: str = ""
    """The response, instead of `right`, to a move that wins at once."""
    winner: Player | None = None
    """The player who wins with best play, if the step claims one."""
    diagrams: tuple[Diagram, ...] = ()
    """What is drawn with the text; if nothing, the drawing of how to win follows a right move."""

    @property
    def record(self) -> Record:
        """The moves to the position as a record, for boards and exact play."""
        return Record(self.game, self.moves)

    @property
    def position(self) -> Position:
        """The position to show; the player to move is the learner."""
        return self.record.last_position()

    def answer(self, move: int, engine: Engine = DEFAULT) -> Reaction:
        """Judge the learner's `move`; IllegalMoveError if it is not legal."""
        before = self.position
        after = self.game.play(before, move)
        ended = self.game.outcome(after)
        if self._accepts(move, before, ended, engine):
            return Reaction(True, self.at_once if ended and self.at_once else self.right)
        if ended and ended.winner != before.to_move:
            return Reaction(False, f"That loses at once: {ended.reason}.")
        reply = None
        if not ended and self.ask is not Goal.MOVE:
            answers = engine.judge_moves(self.game, after, SECONDS)
            reply = next((move for move, wins in answers.items() if wins), None)
        return Reaction(False, self.wrong, reply)

    def analysis_of(self, move: int, engine: Engine = DEFAULT) -> Analysis | None:
        """Return the analysis whose drawing shows why a right `move` wins; None if none does."""
        after = self.game.play(self.position, move)
        if self.diagrams or self.ask is not Goal.WIN or self.game.outcome(after):
            return None
        return engine.analyze(self.game, after, SECONDS)

    def _accepts(self, move: int, before: Position, ended: Outcome | None, engine: Engine) -> bool:
        if self.ask is Goal.END:
            return ended is not None and ended.winner == before.to_move
        if self.ask is Goal.WIN:
            return engine.judge_moves(self.game, before, SECONDS)[move] is True
        return not self.among or move in self.among


Steps: TypeAlias = tuple[Step, ...]
"""The type of `STEPS` in a game's `teaching.py`: the steps of its lesson, in order."""


@dataclass(frozen=True)
class Lesson:
    """A game taught from its first rule to the idea behind its theory."""

    kind: type[AnyGame]
    """The game."""
    steps: Steps
    """Five to eight steps, in order."""


@cache
def lesson_for(kind: type[AnyGame]) -> Lesson:
    """Return the game's own lesson, or one generated from its rules."""
    own: Steps | None = find(kind, STEPS)
    return Lesson(kind, own or _generated(kind))


MOST_GAMES = 400
"""Limit on the random games searched for a position to show."""


def _generated(kind: type[AnyGame]) -> Steps:
    """Return a lesson for any game: its rules, a free move, and three wins to find."""
    game = recommended(kind)
    steps = [
        Step(game, kind.rules()),
        Step(game, f"{kind.summary} Make any move.", ask=Goal.MOVE, right="That is one turn."),
    ]
    for plies, text in _TASKS.items():
        moves = _won_in(game, plies)
        if moves is not None:
            ask = Goal.END if plies == 1 else Goal.WIN
            wrong = (
                "Not yet. Check your opponent's replies."
                if plies > 1
                else "The game isn't over yet."
            )
            step = Step(game, text, moves, ask, right="Yes, that wins.", wrong=wrong)
            steps.append(replace(step, winner=step.position.to_move))
    return (*steps, Step(game, f"Now play a full game: {game.phrase()}."))


_TASKS = {
    1: "Win with this move.",
    3: "Find a move your opponent can't answer. Then win on your next turn.",
    5: "Look further ahead. Find a move that wins.",
}


def _won_in(game: AnyGame, plies: int) -> tuple[int, ...] | None:
    """Return the moves to a position that is won in exactly `plies`.

    At most half of its moves win. None if no random game contains such a position.
    """
    for seed in range(MOST_GAMES):
        for moves, position, legal in random_game(game, Random(seed)):
            look = Lookahead(game)
            if len(legal) > 2 and look.depth(position, plies) == plies:
                winning = look.quickest(position, legal, plies)
                if 2 * len(winning) <= len(legal):
                    return moves
    return None
