"""Countdown's proof as a drawing for page and pictures: the parity ladder.

It has two rails: the numbers that win for the player to move are on the upper one, those that
lose on the lower one. The winner can always step down; from below every step leads up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from divisor_duel.diagram import Diagram, Replies, Stop, Zigzag
from divisor_duel.drawing.diagrams import diagrams_of, replies
from divisor_duel.drawing.page import Subject
from divisor_duel.factors import is_prime
from divisor_duel.games.countdown.proofs import answer, is_lost, is_lost_in_misere
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.countdown.strategy import MOST_REPLIES, LeaveLosing
from divisor_duel.strategy import Strategy

MOST_STEPS = 240
"""Most divisors that are drawn; a number below 10^12 can have thousands."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


LONGEST_WAY = 14
"""Most moves of an example that are drawn."""


def diagrams(
    strategy: Strategy[CountdownPosition], position: CountdownPosition
) -> tuple[Diagram, ...]:
    """Return the way down, as the winner plays and the opponent may, and named replies."""
    game, first = strategy.game, position.to_move
    assert isinstance(game, Countdown)
    named = _named_replies(strategy, position)
    stops = [_stop_of(game, position.number, 0)]
    while len(stops) <= LONGEST_WAY and not game.outcome(position):
        move = strategy.follow(position)[0] or _example(game, position)
        position = game.play(position, move)
        stops.append(_stop_of(game, position.number, move))
    by_parity = all(stop.lost == bool(stop.number % 2) for stop in stops)  # not for 2, 8, 32
    rails = ("even", "odd") if by_parity else ("", "")
    more = game.outcome(position) is None
    return (Zigzag(tuple(stops), first, rails, more), *named)


def _named_replies(
    strategy: Strategy[CountdownPosition], position: CountdownPosition
) -> tuple[Replies, ...]:
    """Return the replies, if there are several and the words name the answer to each."""
    move, lost = strategy.follow(position)
    legal = strategy.game.legal_moves(lost)
    for rule in strategy.rules:
        if isinstance(rule, LeaveLosing) and 1 < len(legal) <= MOST_REPLIES:
            answers = ((reply, rule.move(strategy.game.play(lost, reply))) for reply in legal)
            steps = tuple(((reply,), (answer,))[: 2 if answer else 1] for reply, answer in answers)
            return (Replies(steps, move),)
    return tuple(drawn for drawn in replies(strategy, position) if len(drawn.lines) > 1)


def _stop_of(game: Countdown, number: int, less: int) -> Stop:
    """Return a number with its rail, which in misère is another one."""
    found = stop(number, less)
    return replace(found, lost=is_lost_in_misere(number)) if game.misere else found


def _example(game: Countdown, position: CountdownPosition) -> int:
    """Return the reply that the words name, or the one after which the way down is longest."""
    moves = game.legal_moves(position)
    return moves[-1 if game.misere or position.number % 2 == 0 else 0]


@dataclass(frozen=True)
class Consequence:
    """What a divisor leaves, and the answer to it."""

    stop: Stop
    answer: int | None
    """The divisor to answer with, if the number left is won."""
    then: Stop | None
    """The number that the answer leaves."""
    told: str
    """Step and answer in a sentence."""


@dataclass(frozen=True)
class ParityLadder:
    """The numbers so far, the way down by the strategy, and what each divisor does."""

    path: list[Stop]
    ahead: list[Stop]
    """The number after each move, as the winner plays and the opponent may."""
    steps: dict[str, Consequence]
    answered: list[int]
    """The divisors whose answer is drawn, so that it need not be listed elsewhere."""
    legend: str = "If you get a number on the lower line, you lose."
    """A sentence that explains the drawing."""
    on_board: bool = True
    """Whether the board draws all that the diagrams of the strategy do."""


def figure(subject: Subject[Countdown, CountdownPosition]) -> ParityLadder:
    """Return the ladder at the end of the record."""
    record, analysis = subject.record, subject.analysis
    now = subject.position.number
    strategy = cast("Strategy[CountdownPosition] | None", analysis.strategy)
    way = diagrams_of(strategy, subject.position) if strategy else ()
    ahead = [stop for drawn in way if isinstance(drawn, Zigzag) for stop in drawn.stops[1:]]
    moves = [analyzed.move for analyzed in analysis.moves[:MOST_STEPS]]
    positions = subject.game.positions(record.moves, record.first, subject.start)
    path = zip(positions, (0, *record.moves), strict=True)
    steps = {move: step(now, move) for move in moves}
    return ParityLadder(
        [stop(position.number, move) for position, move in path],
        ahead,
        {str(move): after for move, after in steps.items()},
        [move for move, after in steps.items() if after.answer is not None],
    )


def stop(number: int, less: int = 0) -> Stop:
    """Return a number with its rail and its label."""
    power = number.bit_length() - 1
    if number > 1 and number == 1 << power:
        note = "prime" if power == 1 else f"2{str(power).translate(RAISED)}"
        return Stop(number, is_lost(number), note, less)
    note = "prime" if number % 2 and is_prime(number) else ""
    return Stop(number, is_lost(number), note, less)


def step(number: int, divisor: int) -> Consequence:
    """Return what `divisor` leaves of `number`, and the answer to that."""
    left = stop(number - divisor, divisor)
    begin = f"{grouped(number)} − {grouped(divisor)} = {grouped(left.number)}"
    if left.lost:
        return Consequence(left, None, None, f"{begin}, {_below(left)}.")
    reply = answer(left.number)
    then = stop(left.number - reply, reply)
    why = f"It has the odd divisor {grouped(reply)}" if reply % 2 else f"It is {left.note}"
    sentence = (
        f"{begin}, which is even. {why}. The reply {grouped(reply)} leaves {grouped(then.number)}"
    )
    return Consequence(left, reply, then, f"{sentence}, {_kind(then)}.")


def _below(left: Stop) -> str:
    """Say why the player to move loses on the lower rail."""
    end = left.note == "prime" or left.number == 1
    return f"{_kind(left)}: {'no move is left' if end else 'every move from there leads up'}"


def _kind(left: Stop) -> str:
    """Say what puts a number on the lower rail."""
    if left.note == "prime":
        return "which is prime"
    return f"which is {left.note}, an odd power of two" if left.note else "which is odd"


def grouped(number: int) -> str:
    """Return a long number in groups of three digits."""
    return f"{number:,}".replace(",", "\u2009") if number > 9999 else str(number)
