"""Hints in three steps: where to look, the idea, and the move with its proof.

Each request reveals one more step, so that players see no more than they want. The first
two steps come from the game's `teaching.py` if it has one.

>>> from divisor_duel import GAMES
>>> from divisor_duel.learn.hints import hint
>>> game = GAMES["countdown"](start=60)
>>> hint(game, game.start(), 1).text
'Check which numbers are odd and which are even.'
>>> hint(game, game.start(), 3).move
3
"""

from __future__ import annotations

from typing import NamedTuple

from divisor_duel.engine import DEFAULT, Analysis, Engine
from divisor_duel.game import AnyGame, Position, Value
from divisor_duel.games.parts import IDEAS, find
from divisor_duel.text import plural

STEPS = 3
"""Number of steps; further requests repeat the last."""

SECONDS = 2.0
"""Time limit of the analysis for a hint, in seconds."""


class Hint(NamedTuple):
    """One step of help."""

    step: int
    """Number of the step, from 1."""
    text: str
    """The hint in words."""
    move: int | None = None
    """The recommended move; only the last step has one."""


def hint(
    game: AnyGame,
    position: Position,
    step: int = 1,
    seconds: float = SECONDS,
    engine: Engine = DEFAULT,
) -> Hint:
    """Return the given step of help in a position that is not over."""
    return hint_from(engine.analyze(game, position, seconds), step)


def hint_from(analysis: Analysis, step: int = 1) -> Hint:
    """Return the given step of help from a finished analysis."""
    step = max(1, min(step, STEPS))
    if step == 1:
        return Hint(1, _nudge(analysis))
    if step == 2:
        return Hint(2, _idea(analysis))
    return _move(analysis)


def _nudge(analysis: Analysis) -> str:
    if len(analysis.verdicts) == 1:
        return "You have only one move."
    if analysis.value is Value.LOSS:
        return "Every move loses against best play. Find the move that is hardest to answer."
    if analysis.remoteness == 1:
        return "You can win at once."
    ideas = find(analysis.game, IDEAS)
    if ideas:
        return ideas.nudge(analysis.game, analysis.position)
    return "Check what your opponent can do after each move."


def _idea(analysis: Analysis) -> str:
    if analysis.remoteness == 1 and analysis.value is Value.WIN:
        return "Find a move that ends the game now."
    if analysis.value is Value.LOSS:
        return _resistance(analysis)
    ideas = find(analysis.game, IDEAS)
    if ideas:
        return ideas.idea(analysis.game, analysis.position)
    if not analysis.solved:
        return "There was no time to solve every move. Check the replies to each one."
    count, winning = len(analysis.moves), len(analysis.winning)
    if count == 1:
        return "Your only move wins."
    return f"{winning} of {count} moves {'wins' if winning == 1 else 'win'}."


def _resistance(analysis: Analysis) -> str:
    """Say how long the loser can hold out."""
    if analysis.remoteness is None:
        return "Find the move after which your opponent has the fewest winning replies."
    last = plural(analysis.remoteness, "move")
    return f"Your opponent can win, but you can make the game last {last} from here."


def _move(analysis: Analysis) -> Hint:
    move = analysis.explained
    if move is None:
        can = "You can win, but no" if analysis.value is Value.WIN else "No"
        return Hint(3, f"{can} winning move was found in time. Try any move.")
    if analysis.value is Value.WIN or len(analysis.verdicts) == 1:
        return Hint(3, analysis.reason, move)
    name = analysis.game.format_move(move)
    if analysis.remoteness is None:
        return Hint(3, f"Every move loses; try {name}. {analysis.reason}", move)
    return Hint(3, f"{name} holds out longest. {analysis.reason}", move)
