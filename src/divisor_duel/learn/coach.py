"""The coach: a medium player that helps its opponent.

Before you throw away a win it asks whether you are sure; afterwards it says what you
lost, and why. It never names the right move before you have made yours.
"""

from __future__ import annotations

from divisor_duel.engine import DEFAULT, Engine
from divisor_duel.game import AnyGame, Position

SECONDS = 2.0
"""Time limit of the analysis for one remark, in seconds."""


def warning(
    game: AnyGame,
    position: Position,
    move: int,
    seconds: float = SECONDS,
    engine: Engine = DEFAULT,
) -> str | None:
    """Return the coach's question before `move`; None if there is nothing to say.

    The coach warns only if the win is proved and `move` is proved to lose, never if either is
    merely unclear.
    """
    if not throws_win_away(game, position, move, seconds, engine):
        return None
    at_once = any(
        outcome.winner == position.to_move
        for option in game.legal_moves(position)
        if (outcome := game.outcome(game.play(position, option)))
    )
    soon = "You can win at once. " if at_once else ""
    return f"Are you sure? {soon}{game.format_move(move)} throws away your win."


def remark(
    game: AnyGame,
    position: Position,
    move: int,
    seconds: float = SECONDS,
    engine: Engine = DEFAULT,
) -> str | None:
    """Return the coach's remark after `move` was made in `position`, or None."""
    if throws_win_away(game, position, move, seconds, engine):
        before = engine.analyze(game, position, seconds)
        plan = "" if before.explained is None else f" The winning plan was: {before.reason}"
        return f"{game.format_move(move)} threw away your win.{plan}"
    values = list(engine.judge_moves(game, position, seconds).values())
    if values.count(True) == 1 < len(values) and values.count(False) == len(values) - 1:
        return f"Well done! {game.format_move(move)} was the only winning move."
    return None


def throws_win_away(
    game: AnyGame,
    position: Position,
    move: int,
    seconds: float = SECONDS,
    engine: Engine = DEFAULT,
) -> bool:
    """Return whether a move is proved to lose while another is proved to win."""
    values = engine.judge_moves(game, position, seconds)
    return values[move] is False and True in values.values()
