"""The theory of Digits: what matters is the set of digits left and the remainder.

**Theorem.** Let the base be b and the target t > b^2 - b - 2. A player to move with an even
number of digits left wins; with an odd number of them, exactly if some digit makes a
multiple of t at once. So from the start whoever will not write the last digit wins.

*Proof.* Call a digit d dangerous if after it some other digit e left makes a multiple of t. At
most one digit is dangerous: if d1 and d2 are, with e1 and e2, then t divides the difference
of the two multiples, b (d1 - d2) + (e1 - e2). That is not 0, since b divides the first part
and the second is smaller than b, and it is at most b (b - 2) + (b - 2) = b^2 - b - 2 in size,
so too small. Hence a player with two or more digits left has one that is not dangerous. Who
moves with an even number left always has two or more, writes such a digit every time, and so
never lets the opponent make a multiple: the opponent writes the last digit and loses. With an
odd number left, a digit that makes no multiple leaves the opponent in that very situation.

Smaller targets, in bases 2 to 14, were worked out one by one: the same player wins from the
start, except for targets below b in even bases, where the first digit can be the target, and
for 12 in base 10.

How soon, and who wins below that bound, comes from `tables`: two methods, of which the
cheaper one is built once for the whole game. Where both would be too large, a search finds
at least who wins.
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

    @property
    def rare(self) -> bool:
        """Whether the target is so large that the theorem holds."""
        base = self.game.base
        return self.game.target > base * base - base - 2

    def finisher(self, left: int, number: int) -> int | None:
        """A digit left that makes a multiple at once, if there is one."""
        base, target = self.game.base, self.game.target
        candidates = range(-number * base % target, base, target)
        return next((digit for digit in candidates if left >> digit & 1), None)

    def judge(self, position: DigitsPosition, budget: Budget) -> Verdicts:
        left, number, _ = position
        self._prepare(budget.extras if self.rare else budget.values)
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
        if self.finisher(left, number) is not None:
            return Verdict(True, 1)
        if self.rare:
            return Verdict(left.bit_count() % 2 == 0)
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
        if self.rare and verdict.remoteness != 1:
            return self._rare_reason(position, verdict.win)
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
        meant = "" if self.game.base == 10 else f"in base {self.game.base} is {number}, and that "
        return f"{written} {meant}is {target} x {number // target}"

    def _rare_reason(self, position: DigitsPosition, win: bool) -> str:
        """The theorem in words: there is always a digit that nothing can finish."""
        game = self.game
        why = (
            f"at most one digit can be answered by a multiple of {game.target}, as two of them "
            f"would make {game.target} divide a difference below {game.base**2 - game.base - 1}"
        )
        if not win:
            return (
                "No digit makes a multiple now. From here on they write, each time, a digit that "
                f"nothing left can finish: {why}. The last digit is yours, and it loses."
            )
        for digit in members(position.left):
            after = game.play(position, digit)
            if self.finisher(after.left, after.number) is None:
                return (
                    f"Write {game.format_move(digit)}: nothing left can finish it. You can do so "
                    f"every time: {why}. They write the last digit and lose."
                )
        return f"You can always write a digit that nothing left can finish: {why}."

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
