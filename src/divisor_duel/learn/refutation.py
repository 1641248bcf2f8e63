"""Explain a single move: the reply that refutes it, or why it wins, in a sentence.

>>> from divisor_duel import GAMES
>>> game = GAMES["countdown"](start=12)
>>> refute(game, game.start(), 2).text
'2 loses: your opponent replies 5, and 5 is prime, so nothing can be subtracted.'
>>> refute(game, game.start(), 4).value
'win'
"""

from __future__ import annotations

from typing import NamedTuple

from divisor_duel.engine import DEFAULT, Engine
from divisor_duel.engine.strategies import explanation, explanation_after
from divisor_duel.game import AnyGame, Position, Value


class Refutation(NamedTuple):
    """What one move is worth, and why."""

    move: int
    """The move."""
    value: Value
    """What it is worth to the player who makes it."""
    answer: int | None
    """The reply that refutes it, or None if there is none or it is not known."""
    text: str
    """Why, in words addressed to the player who would make the move."""


def refute(
    game: AnyGame,
    position: Position,
    move: int,
    seconds: float | None = None,
    engine: Engine = DEFAULT,
) -> Refutation:
    """Say why a move wins or loses; IllegalMoveError if it is not legal."""
    after, name = game.play(position, move), game.format_move(move)
    outcome = game.outcome(after)
    if outcome:
        wins = outcome.winner == position.to_move
        fate = "wins" if wins else "loses"
        return Refutation(move, Value.of(wins), None, f"{name} {fate} at once: {outcome.reason}.")
    analysis = engine.analyze(game, after, seconds)
    if analysis.value is Value.LOSS:
        reason = "Every reply loses."
        if analysis.proof:
            reason = explanation_after(game, position, analysis.proof.with_move(move))
        return Refutation(move, Value.WIN, None, f"{name} wins. {reason}")
    if analysis.value is not Value.WIN:
        text = f"There was not enough time to solve {name}."
        return Refutation(move, Value.UNKNOWN, None, text)
    answer = analysis.explained
    if answer is None:
        return Refutation(move, Value.LOSS, None, f"{name} loses: your opponent can win after it.")
    last = game.play(after, answer)
    begin, outcome = (
        f"{name} loses: your opponent replies {game.format_move(answer)}",
        game.outcome(last),
    )
    if outcome:
        return Refutation(move, Value.LOSS, answer, f"{begin}, and {outcome.reason}.")
    reason = f" {explanation(game, last, analysis.proof.with_move(0))}" if analysis.proof else ""
    return Refutation(move, Value.LOSS, answer, f"{begin}.{reason}")
