"""Countdown's proof as a drawing: the parity ladder, for the page and for pictures.

Two rails: on the upper one stand the numbers that win for whoever gets them, on the lower
one those that lose. The winner can always step down; from below every step leads up.
"""

from __future__ import annotations

from dataclasses import dataclass

from divisor_duel.engine import Analysis
from divisor_duel.factors import is_prime
from divisor_duel.games.countdown.solving.theory import loses
from divisor_duel.play.record import Record

MOST_STEPS = 240
"""Divisors with a step of their own; a number below 10^12 can have thousands."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Stop:
    """A number on its rail."""

    number: int
    lost: bool
    """Whether it is on the lower rail: whoever gets it loses."""
    note: str
    """Why it is there, where being even or odd does not say it."""
    less: int = 0
    """What was subtracted to get there."""


@dataclass(frozen=True)
class Consequence:
    """What a divisor leads to, and what answers it."""

    stop: Stop
    answer: int | None
    """The divisor to answer with, if what is left is won."""
    then: Stop | None
    """What the answer leaves."""
    told: str
    """Both in a sentence."""


@dataclass(frozen=True)
class ParityLadder:
    """The way so far, the best way on, and what each divisor does."""

    path: list[Stop]
    ahead: list[Stop]
    """After each move of the best line."""
    steps: dict[str, Consequence]
    answered: list[int]
    """The divisors whose answer is drawn, so that nothing else need be told of them."""
    legend: str = "Whoever gets a number of the lower line loses."
    """What the drawing says, in a sentence."""


def figure(record: Record, analysis: Analysis) -> ParityLadder:
    """The ladder at the end of the record."""
    number = analysis.position.number
    ahead = []
    for move in analysis.line:
        number -= move
        ahead.append(stop(number, move))
    moves = [each.move for each in analysis.moves[:MOST_STEPS]]
    way = zip(record.positions(), (0, *record.moves), strict=True)
    steps = {move: step(analysis.position.number, move) for move in moves}
    return ParityLadder(
        [stop(position.number, move) for position, move in way],
        ahead,
        {str(move): after for move, after in steps.items()},
        [move for move, after in steps.items() if after.answer is not None],
    )


def stop(number: int, less: int = 0) -> Stop:
    """A number with its rail and what else there is to say."""
    power = number.bit_length() - 1
    if number > 1 and number == 1 << power:
        note = "prime" if power == 1 else f"2{str(power).translate(RAISED)}"
        return Stop(number, loses(number), note, less)
    note = "prime" if number % 2 and is_prime(number) else ""
    return Stop(number, loses(number), note, less)


def step(number: int, divisor: int) -> Consequence:
    """What `divisor` leaves of `number`, and the answer to that."""
    left = stop(number - divisor, divisor)
    begin = f"{spaced(number)} − {spaced(divisor)} = {spaced(left.number)}"
    if left.lost:
        return Consequence(left, None, None, f"{begin}, {_below(left)}.")
    odd = left.number // (left.number & -left.number)
    answer = odd if odd > 1 else left.number // 2
    then = stop(left.number - answer, answer)
    why = f"with the odd divisor {spaced(odd)}" if odd > 1 else f"which is {left.note}"
    told = f"{begin}, even, {why}. The answer {spaced(answer)} leaves {spaced(then.number)}"
    return Consequence(left, answer, then, f"{told}, {_kind(then)}.")


def _below(left: Stop) -> str:
    """Why nothing good can be done from the lower rail."""
    end = left.note == "prime" or left.number == 1
    return f"{_kind(left)}: {'no move is left' if end else 'from there every step leads up'}"


def _kind(left: Stop) -> str:
    """What puts a number on the lower rail."""
    if left.note == "prime":
        return "which is prime"
    return f"which is {left.note}, an odd power of two" if left.note else "which is odd"


def spaced(number: int) -> str:
    """A long number in groups of three figures."""
    return f"{number:,}".replace(",", "\u2009") if number > 9999 else str(number)
