"""Digits' proof as a drawing for page and pictures: the clock of remainders.

The hours of the clock are remainders. Beside an hour are the digits that would finish from it:
a player who leaves that remainder while one of them is left loses to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from divisor_duel.diagram import Arcs, Clock, Diagram, Hour
from divisor_duel.drawing.page import Subject
from divisor_duel.games.digits.proofs import finishers
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.digits.strategy import WritePartner
from divisor_duel.numbers import members
from divisor_duel.strategy import Strategy

MOST_HOURS = 24
"""Largest target with all hours drawn; otherwise only those reachable next."""


def diagrams(strategy: Strategy[DigitsPosition], position: DigitsPosition) -> tuple[Diagram, ...]:
    """Return the clock of remainders, and the partners if the winner writes these."""
    game, (move, lost) = strategy.game, strategy.follow(position)
    assert isinstance(game, Digits)
    reached = dict[int, list[int]]()
    for digit in game.legal_moves(lost):
        reached.setdefault(game.play(lost, digit).number % game.target, []).append(digit)
    drawn = tuple(
        Hour(hour, tuple(finishers(game, (lost.left, hour))), tuple(reached.get(hour, ())))
        for hour in hours(game, lost)
    )
    clock = Clock(game.target, drawn, lost.number % game.target, move, not game.misere)
    return (clock, *_partners(strategy, lost))


def _partners(strategy: Strategy[DigitsPosition], lost: DigitsPosition) -> Iterator[Arcs]:
    """Yield the partners by which the winner plays; thick are those that are left."""
    for rule in strategy.rules:
        if isinstance(rule, WritePartner):
            digits = tuple(sorted(digit for pair in rule.pairs for digit in pair))
            left = tuple(p for p in rule.pairs if {*p} & {*members(lost.left)})
            yield Arcs(digits, rule.pairs, left if left != rule.pairs else ())


@dataclass(frozen=True)
class Swing:
    """The remainder that a digit leads to, and the digits that finish from there."""

    hour: int
    answers: list[int]
    """The digits left that make a multiple at once."""
    told: str
    """The swing and its answer in a sentence."""


@dataclass(frozen=True)
class RemainderClock:
    """The hours drawn, the threats at them, and where each digit leads."""

    hours: list[int]
    threats: dict[str, list[int]]
    """By hour, the digits left that finish from it."""
    swings: dict[str, Swing]
    answered: list[int]
    """The digits whose answer is drawn, so that it need not be listed elsewhere."""
    legend: str = "The small digit wins from that remainder."
    """A sentence that explains the drawing."""


def figure(subject: Subject[Digits, DigitsPosition]) -> RemainderClock:
    """Return the clock at the end of the record."""
    game, position = subject.game, subject.position
    moves = game.legal_moves(position)
    swings = {move: swing(game, position, move) for move in moves}
    shown = hours(game, position)
    finish = {hour: finishers(game, (position.left, hour)) for hour in shown if hour}
    threats = {str(hour): digits for hour, digits in finish.items() if digits} if moves else {}
    named = {str(move): its_swing for move, its_swing in swings.items()}
    return RemainderClock(shown, threats, named, [move for move in moves if swings[move].answers])


def hours(game: Digits, position: DigitsPosition) -> list[int]:
    """Return all remainders of a small target; of a large one, those that matter now."""
    if game.target <= MOST_HOURS:
        return list(range(game.target))
    reached = {
        game.play(position, move).number % game.target for move in game.legal_moves(position)
    }
    return sorted({0, position.number % game.target} | reached)


def swing(game: Digits, position: DigitsPosition, digit: int) -> Swing:
    """Return where `digit` leads, and what finishes from there."""
    after = game.play(position, digit)
    hour = after.number % game.target
    base = "" if game.base == 10 else f" (base {game.base})"
    written = f"{game.written(after.number)}{base}"
    if hour == 0:
        return Swing(0, [], f"{game.target} divides {written}: that wins.")
    answers = finishers(game, (after.left, hour))
    if answers:
        made = game.written(after.number * game.base + answers[0])
        wins = f"Then {game.format_move(answers[0])} wins: {game.target} divides {made}{base}."
        return Swing(hour, answers, f"{written} leaves remainder {hour}. {wins}")
    ended = "That was the last digit, so it loses" if not after.left else "No digit wins from there"
    return Swing(hour, [], f"{written} leaves remainder {hour}. {ended}.")
