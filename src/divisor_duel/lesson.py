"""Lessons: a game taught on its own board, in a few short steps.

A step says something, shows a position and may ask for a move. Faces show it and hand
the move back; what is right is decided here, with the engine. What a step claims about
who wins is data, so tests can hold it against exact play. A game brings its lesson in
`teaching.py` beside its rules, as ``STEPS``; any other game gets one made from its rules.

>>> from divisor_duel.lesson import lesson_for
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
from typing import Any, NamedTuple

from divisor_duel.engine import judge_moves
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.game import Game, Outcome, Player
from divisor_duel.games.parts import STEPS, find
from divisor_duel.games.registry import recommended
from divisor_duel.record import Record

SECONDS = 5.0
"""How long exact play may take over one answer; lessons are small, so it never does."""


class Goal(Enum):
    """What a step asks for."""

    READ = "read"
    """Nothing: read, and go on."""
    MOVE = "move"
    """Any legal move, or one of those that the step names."""
    WIN = "win"
    """A move that wins against every answer."""
    END = "end"
    """A move that wins at once."""


class Reaction(NamedTuple):
    """What is said to a move that was tried."""

    right: bool
    """Whether the step is done."""
    text: str
    """What is said to it."""
    reply: int | None = None
    """How the other would punish a wrong move, if that shows something."""


@dataclass(frozen=True)
class Step:
    """One step of a lesson: a position, a few words, and what is asked."""

    game: Game[Any]
    """The set-up."""
    text: str
    """What is said before; one to three sentences."""
    moves: tuple[int, ...] = ()
    """What has been played so far; Player 1 began."""
    ask: Goal = Goal.READ
    """What is asked of the player to move."""
    among: tuple[int, ...] = ()
    """For `Goal.MOVE`, the moves that will do; any legal one if there are none here."""
    right: str = ""
    """What is said when the step is done."""
    wrong: str = ""
    """What is said when it is not done yet."""
    at_once: str = ""
    """What is said instead of `right` to a move that wins at once."""
    winner: Player | None = None
    """Who wins with best play from here, if the step says so."""

    @property
    def record(self) -> Record:
        """The position with the way that led to it, for boards and exact play."""
        return Record(self.game, self.moves)

    @property
    def position(self) -> Any:
        """The position that is shown; its player to move is the learner."""
        *_, position = self.record.positions()
        return position

    def answer(self, move: int) -> Reaction:
        """Whether `move` is what was asked for; IllegalMoveError if the rules forbid it."""
        before = self.position
        after = self.game.play(before, move)
        ended = self.game.outcome(after)
        if self._accepts(move, before, ended):
            return Reaction(True, self.at_once if ended and self.at_once else self.right)
        if ended and ended.winner != before.to_move:
            return Reaction(False, f"That loses at once: {ended.reason}.")
        reply = None
        if not ended and self.ask is not Goal.MOVE:
            answers = judge_moves(self.game, after, SECONDS)
            reply = next((move for move, wins in answers.items() if wins), None)
        return Reaction(False, self.wrong, reply)

    def _accepts(self, move: int, before: Any, ended: Outcome | None) -> bool:
        if self.ask is Goal.END:
            return ended is not None and ended.winner == before.to_move
        if self.ask is Goal.WIN:
            return judge_moves(self.game, before, SECONDS)[move] is True
        return not self.among or move in self.among


@dataclass(frozen=True)
class Lesson:
    """A game taught from its first rule to the idea behind its theory."""

    kind: type[Game[Any]]
    """The game."""
    steps: tuple[Step, ...]
    """Five to eight steps, in order."""


@cache
def lesson_for(kind: type[Game[Any]]) -> Lesson:
    """The lesson that a game brings, or one made from its rules."""
    return Lesson(kind, find(kind, STEPS) or _made(kind))


LOOKED_AT = 400
"""How many random games are searched for a position to show."""


def _made(kind: type[Game[Any]]) -> tuple[Step, ...]:
    """A plain lesson for any game: its rules, a free move, and three wins to find."""
    game = recommended(kind)
    steps = [
        Step(game, kind.rules()),
        Step(game, f"{kind.summary} Make any move.", ask=Goal.MOVE, right="That is all a turn is."),
    ]
    for plies, text in _TASKS.items():
        moves = _won_in(game, plies)
        if moves is not None:
            ask = Goal.END if plies == 1 else Goal.WIN
            wrong = "Not yet: look at what they could answer." if plies > 1 else "That goes on."
            step = Step(game, text, moves, ask, right="Yes, that wins.", wrong=wrong)
            steps.append(replace(step, winner=step.position.to_move))
    return (*steps, Step(game, f"Now a real game: {game.phrase()}."))


_TASKS = {
    1: "The end is near: win at once.",
    3: "Find the move after which they cannot help themselves: you win with your next one.",
    5: "One more, seen a little further ahead: find a move that wins.",
}


def _won_in(game: Game[Any], plies: int) -> tuple[int, ...] | None:
    """The moves to a position that is won in exactly `plies` by few of its moves, if one is met."""
    for seed in range(LOOKED_AT):
        rng, position, moves = Random(seed), game.start(), list[int]()
        while legal := game.legal_moves(position):
            look = Lookahead(game)
            if len(legal) > 2 and look.depth(position, plies) == plies:
                winning = look.quickest(position, legal, plies)
                if 2 * len(winning) <= len(legal):
                    return tuple(moves)
            moves.append(rng.choice(legal))
            position = game.play(position, moves[-1])
    return None
