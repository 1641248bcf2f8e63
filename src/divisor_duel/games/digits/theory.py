"""The theory of Digits: what matters is the set of digits left and the remainder.

`digit_tables` holds two methods that give who wins and how soon; the cheaper one
is built once for the whole game. Where both would be too large, a search finds
at least who wins: with rare multiples the player whom parity favours wins with
nearly any digit, so it looks at few of the many orders.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from divisor_duel.engine.theory import Budget, Clock, OutOfTimeError, Theory, Verdict, Verdicts
from divisor_duel.game import Game
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.digits.tables import MultipleList, RemainderTable, lane_bytes
from divisor_duel.games.numbers import members

MOST_TABLE_BYTES = 400_000_000
MOST_MULTIPLES = 5_000_000
SECONDS_PER_ROW, SECONDS_PER_BYTE, SECONDS_PER_MULTIPLE = 1e-6, 1e-9, 0.4e-6
"""Measured, and rough: they only decide which method is tried."""


class DigitsTheory(Theory[DigitsPosition]):
    """Every digit valued from one table of the whole game."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        assert isinstance(game, Digits)
        self._digits = game
        self._table: RemainderTable | None = None
        self._multiples: MultipleList | None = None

    def judge(self, position: DigitsPosition, budget: Budget) -> Verdicts:
        left, number, _ = position
        self._prepare(budget.values)
        verdicts = {}
        for digit in members(left):
            after = left ^ 1 << digit, number * self._digits.base + digit
            try:
                verdicts[digit] = self._verdict(*after, budget.values)
            except OutOfTimeError:
                verdicts[digit] = Verdict()
        return verdicts

    def _prepare(self, clock: Clock) -> None:
        """Build the cheaper method, if there is time for it."""
        if self._table or self._multiples:
            return
        base, target = self._digits.base, self._digits.target
        count, everything = base - 1, self._digits.start().left
        row = target * lane_bytes(count) if count <= 64 else 0
        table = 2**count * count * (SECONDS_PER_ROW + row * SECONDS_PER_BYTE)
        multiples = 2.0 * float(base) ** count / target * SECONDS_PER_MULTIPLE
        if 2**count * row > MOST_TABLE_BYTES:
            table = float("inf")
        if multiples > MOST_MULTIPLES * SECONDS_PER_MULTIPLE:
            multiples = float("inf")
        try:
            if min(table, multiples) > min(clock.left, 60):
                return
            if table <= multiples:
                self._table = RemainderTable(everything, base, target, clock)
            else:
                self._multiples = MultipleList(everything, base, target, clock)
        except OutOfTimeError:
            return

    def _verdict(self, left: int, number: int, clock: Clock) -> Verdict:
        """The verdict on a position that a move has led to."""
        if number % self._digits.target == 0:
            return Verdict(False, 0)
        if not left:
            return Verdict(True, 0)
        if self._table:
            return self._table.verdict(left, number)
        if self._multiples:
            return self._multiples.verdict(left, number, clock)
        return Verdict(self._wins(left, number % self._digits.target, clock))

    def _wins(self, left: int, remainder: int, clock: Clock) -> bool:
        """Whether the player to move wins a position that is not over, by search alone."""
        clock.tick()
        base, target = self._digits.base, self._digits.target
        for digit in range(-remainder * base % target, base, target):
            if left >> digit & 1:
                return True
        for digit in members(left):
            rest = left ^ 1 << digit
            if not rest:
                return False
            if not self._wins(rest, (remainder * base + digit) % target, clock):
                return True
        return False

    def reason(
        self,
        position: DigitsPosition,
        verdict: Verdict,
        verdicts: Verdicts,
        line: Iterable[int],
    ) -> str:
        moves, game = tuple(line), self._digits
        if verdict.win is None:
            return "The time ran out before every digit was worked out."
        if verdict.remoteness is None or len(moves) < verdict.remoteness:
            return super().reason(position, verdict, verdicts, moves)
        if verdict.win and verdict.remoteness == 1:
            return (
                f"{self._made(position, moves[0])}, so {game.format_move(moves[0])} wins at once."
            )
        if not verdict.win and verdict.remoteness == 2:
            return f"Whatever you write, they finish at once: {self._answers(position)}."
        return self._long_reason(position, verdict, moves)

    def _made(self, position: DigitsPosition, digit: int) -> str:
        number = position.number * self._digits.base + digit
        written, target = self._digits.written(number), self._digits.target
        return f"{written} is {target} x {self._digits.written(number // target)}"

    def _answers(self, position: DigitsPosition) -> str:
        """For each digit the one that finishes; three of them, as they are all alike."""
        told = []
        for digit in members(position.left)[:3]:
            after = self.game.play(position, digit)
            for answer in members(after.left):
                if (after.number * self._digits.base + answer) % self._digits.target == 0:
                    shown = self.game.format_move(digit), self.game.format_move(answer)
                    told.append(f"{shown[0]} is met by {shown[1]} ({self._made(after, answer)})")
                    break
        more = " and so on" if len(members(position.left)) > 3 else ""
        return ", ".join(told) + more

    def _long_reason(
        self, position: DigitsPosition, verdict: Verdict, moves: tuple[int, ...]
    ) -> str:
        game, here = self._digits, position
        for move in moves[:-1]:
            here = game.play(here, move)
        told = ", ".join(map(game.format_move, moves))
        ended = game.play(here, moves[-1])
        who = "you" if len(moves) % 2 else "they"
        if ended.number % game.target == 0:
            end = f"where {who} finish: {self._made(here, moves[-1])}"
        else:
            end = f"where the digits run out and {who} lose by writing the last one"
        if verdict.win:
            first = game.format_move(moves[0])
            return f"After {first} no digit of theirs finishes. Best play goes {told}, {end}."
        return f"No digit finishes now, and every one loses. Best play goes {told}, {end}."


THEORY = DigitsTheory
