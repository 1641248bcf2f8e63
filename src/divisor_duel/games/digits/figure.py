"""Digits' proof as a drawing: the clock of remainders with the threats, for page and pictures.

At an hour stand the digits that would finish from there. Whoever leads the number to such
an hour, while one of those digits is left, loses to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from divisor_duel.engine import Analysis
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members
from divisor_duel.play.record import Record

MOST_HOURS = 24
"""With a larger target only the hours that can be reached next are drawn."""


@dataclass(frozen=True)
class Swing:
    """Where a digit leads, and what would finish from there."""

    hour: int
    answers: list[int]
    """The digits left that make a multiple at once."""
    told: str
    """Both in a sentence."""


@dataclass(frozen=True)
class RemainderClock:
    """The hours drawn, the threats at them, and where each digit leads."""

    hours: list[int]
    threats: dict[str, list[int]]
    """By hour, the digits left that finish from it."""
    swings: dict[str, Swing]
    answered: list[int]
    """The digits whose answer is drawn, so that nothing else need be told of them."""
    legend: str = "Beside an hour of the clock stands the digit that would finish from there."
    """What the drawing says, in a sentence."""


def figure(record: Record, analysis: Analysis) -> RemainderClock:
    """The clock at the end of the record."""
    game: Any = analysis.game
    position = analysis.position
    moves = game.legal_moves(position)
    swings = {move: swing(game, position, move) for move in moves}
    shown = hours(game, position)
    finish = {hour: finishers(game, position.left, hour) for hour in shown if hour}
    threats = {str(hour): digits for hour, digits in finish.items() if digits} if moves else {}
    told = {str(move): each for move, each in swings.items()}
    return RemainderClock(shown, threats, told, [move for move in moves if swings[move].answers])


def hours(game: Digits, position: DigitsPosition) -> list[int]:
    """All remainders of a small target; of a large one those that matter now."""
    if game.target <= MOST_HOURS:
        return list(range(game.target))
    reached = {
        game.play(position, move).number % game.target for move in game.legal_moves(position)
    }
    return sorted({0, position.number % game.target} | reached)


def finishers(game: Digits, left: int, remainder: int) -> list[int]:
    """The digits left that make a multiple from this remainder."""
    base, target = game.base, game.target
    return [digit for digit in members(left) if (remainder * base + digit) % target == 0]


def swing(game: Digits, position: DigitsPosition, digit: int) -> Swing:
    """Where `digit` leads."""
    after = game.play(position, digit)
    hour = after.number % game.target
    base = "" if game.base == 10 else f" (base {game.base})"
    written = f"{game.written(after.number)}{base}"
    if hour == 0:
        return Swing(0, [], f"{written} is divisible by {game.target}: that wins.")
    answers = finishers(game, after.left, hour)
    if answers:
        made = game.written(after.number * game.base + answers[0])
        told = f"then {game.format_move(answers[0])} finishes: {made}{base} is divisible"
        return Swing(hour, answers, f"{written} leaves {hour}; {told} by {game.target}.")
    ended = "it was the last digit, and that loses" if not after.left else "nothing left finishes"
    return Swing(hour, [], f"{written} leaves {hour}; {ended}.")
