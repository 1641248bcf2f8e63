"""Why this move and not that one: what refutes a move, or bears it out, in a sentence.

>>> from divisor_duel import GAMES
>>> game = GAMES["countdown"](start=12)
>>> refute(game, game.start(), 2).text
'2 loses: they answer 5, and 5 is prime, so nothing can be subtracted.'
>>> refute(game, game.start(), 4).value
'win'
"""

from __future__ import annotations

from typing import Any, NamedTuple

from divisor_duel.engine import analyze
from divisor_duel.engine.reasons import tell
from divisor_duel.game import Game, Value
from divisor_duel.proof import beginning


class Refutation(NamedTuple):
    """What one move is worth, and why."""

    move: int
    """The move."""
    value: Value
    """What it is worth to whoever makes it."""
    answer: int | None
    """What refutes it, or None if nothing does or it is not known."""
    text: str
    """Why, in words for whoever would make the move."""


def refute(game: Game[Any], position: Any, move: int, seconds: float | None = None) -> Refutation:
    """Why a move wins or loses; IllegalMoveError if it cannot be made."""
    after, name = game.play(position, move), game.format_move(move)
    outcome = game.outcome(after)
    if outcome:
        wins = outcome.winner == position.to_move
        fate = "wins" if wins else "loses"
        return Refutation(move, Value.of(wins), None, f"{name} {fate} at once: {outcome.reason}.")
    found = analyze(game, after, seconds)
    if found.value is Value.LOSS:
        told = "Every reply to it loses."
        if found.proof:
            told = tell(game, position, beginning(move, found.proof))
        return Refutation(move, Value.WIN, None, f"{name} wins. {told}")
    if found.value is not Value.WIN:
        text = f"What {name} is worth was not found in the time given."
        return Refutation(move, Value.UNKNOWN, None, text)
    answer = found.explained
    if answer is None:
        return Refutation(move, Value.LOSS, None, f"{name} loses: your opponent can win after it.")
    last = game.play(after, answer)
    begin, outcome = f"{name} loses: they answer {game.format_move(answer)}", game.outcome(last)
    if outcome:
        return Refutation(move, Value.LOSS, answer, f"{begin}, and {outcome.reason}.")
    told = f" {tell(game, last, beginning(0, found.proof))}" if found.proof else ""
    return Refutation(move, Value.LOSS, answer, f"{begin}.{told}")
