"""The theory of Digits: what matters is the set of digits left and the remainder.

`digit_tables` holds two methods that give who wins and how soon; the cheaper one
is built once for the whole game. Where both would be too large, a search finds
at least who wins: with rare multiples the player whom parity favours wins with
nearly any digit, so it looks at few of the many orders.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from divisor_duel.engine.clock import Budget, Clock, OutOfTimeError, Work
from divisor_duel.engine.theory import Theory, Verdict, Verdicts
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.digits.tables import MultipleList, RemainderTable, lane_bytes
from divisor_duel.games.numbers import members

MOST_TABLE_BYTES = 400_000_000
MOST_MULTIPLES = 5_000_000
SECONDS_PER_ROW, SECONDS_PER_BYTE, SECONDS_PER_MULTIPLE = 1e-6, 1e-9, 0.4e-6
"""Measured, and rough: they only decide which method is tried."""


class DigitsTheory(Theory[Digits, DigitsPosition]):
    """Every digit valued from one table of the whole game."""

    def __init__(self, game: Digits, cache: Path | None = None) -> None:
        super().__init__(game, cache)
        self._table: RemainderTable | None = None
        self._multiples: MultipleList | None = None
        self._work: Work[RemainderTable | MultipleList] | None = None

    @property
    def always_finishes(self) -> bool:
        return self.game.base <= 14

    def judge(self, position: DigitsPosition, budget: Budget) -> Verdicts:
        left, number, _ = position
        self._prepare(budget.values)
        verdicts = {}
        for digit in members(left):
            after = left ^ 1 << digit, number * self.game.base + digit
            try:
                verdicts[digit] = self._verdict(*after, budget.values)
            except OutOfTimeError:
                verdicts[digit] = Verdict()
        return verdicts

    def _prepare(self, clock: Clock) -> None:
        """Build the cheaper method, if there is time for it."""
        if self._table or self._multiples:
            return
        if self._work:
            self._build(self._work, clock)
            return
        base, target = self.game.base, self.game.target
        count, everything = base - 1, self.game.start().left
        row = target * lane_bytes(count) if count <= 64 else 0
        table = 2**count * count * (SECONDS_PER_ROW + row * SECONDS_PER_BYTE)
        multiples = 2.0 * float(base) ** count / target * SECONDS_PER_MULTIPLE
        if 2**count * row > MOST_TABLE_BYTES:
            table = float("inf")
        if multiples > MOST_MULTIPLES * SECONDS_PER_MULTIPLE:
            multiples = float("inf")
        if min(table, multiples) > min(clock.left, 60):
            return
        if table <= multiples:
            self._work = Work(RemainderTable.built(everything, base, target))
        else:
            self._work = Work(MultipleList.built(everything, base, target))
        self._build(self._work, clock)

    def _build(self, work: Work[RemainderTable | MultipleList], clock: Clock) -> None:
        with suppress(OutOfTimeError):
            made = work.finish(clock)
            if isinstance(made, RemainderTable):
                self._table = made
            else:
                self._multiples = made

    def _verdict(self, left: int, number: int, clock: Clock) -> Verdict:
        """The verdict on a position that a move has led to."""
        if number % self.game.target == 0:
            return Verdict(False, 0)
        if not left:
            return Verdict(True, 0)
        if self._table:
            return self._table.verdict(left, number)
        if self._multiples:
            return self._multiples.verdict(left, number, clock)
        return Verdict(self._wins(left, number % self.game.target, clock))

    def _wins(self, left: int, remainder: int, clock: Clock) -> bool:
        """Whether the player to move wins a position that is not over, by search alone."""
        clock.tick()
        base, target = self.game.base, self.game.target
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
        line: tuple[int, ...],
        clock: Clock,
    ) -> str:
        moves, game = line, self.game
        if verdict.win is None:
            return "The time ran out before every digit was worked out."
        if verdict.remoteness is None or len(moves) < verdict.remoteness:
            return super().reason(position, verdict, verdicts, moves, clock)
        if verdict.win and verdict.remoteness == 1:
            return (
                f"{self._made(position, moves[0])}, so {game.format_move(moves[0])} wins at once."
            )
        if not verdict.win and verdict.remoteness == 2:
            return f"Whatever you write, they finish at once: {self._answers(position)}."
        return self._long_reason(position, verdict, moves)

    def _made(self, position: DigitsPosition, digit: int) -> str:
        number = position.number * self.game.base + digit
        written, target = self.game.written(number), self.game.target
        return f"{written} is {target} x {self.game.written(number // target)}"

    def _answers(self, position: DigitsPosition) -> str:
        """For each digit the one that finishes; three of them, as they are all alike."""
        told = []
        for digit in members(position.left)[:3]:
            after = self.game.play(position, digit)
            for answer in members(after.left):
                if (after.number * self.game.base + answer) % self.game.target == 0:
                    shown = self.game.format_move(digit), self.game.format_move(answer)
                    told.append(f"{shown[0]} is met by {shown[1]} ({self._made(after, answer)})")
                    break
        more = " and so on" if len(members(position.left)) > 3 else ""
        return ", ".join(told) + more

    def _long_reason(
        self, position: DigitsPosition, verdict: Verdict, moves: tuple[int, ...]
    ) -> str:
        game, here = self.game, position
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
