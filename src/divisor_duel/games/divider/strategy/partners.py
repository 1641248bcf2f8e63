"""Rules by partners: whatever the opponent takes, take its partner.

`TakeAny` is the plainest case: no number divides another, so any two are partners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from divisor_duel.games.divider.rules import DividerPosition
from divisor_duel.games.divider.strategy.winning_rule import Rules, WinningRule, is_lost
from divisor_duel.numbers import listed, members, without_multiples
from divisor_duel.proof import Pair, partners

MOST_PAIRS = 8
"""Most pairs in a headline about partners alone."""

FEW_PAIRS = 3
"""Most pairs in a headline that is also about other numbers."""


@dataclass(frozen=True)
class TakeAny(WinningRule):
    """Take any number: none divides another, and their count is even for the opponent."""

    start: int
    """Numbers of which none divides another."""

    def is_lost(self, left: int) -> bool:
        return not left & ~self.start and left.bit_count() % 2 == 0

    def answer(self, left: int) -> int:
        if left & ~self.start or left.bit_count() % 2 == 0:
            return 0
        return (left & -left).bit_length() - 1

    def words(self, position: DividerPosition) -> str:
        return "Take any number. Each move takes a single number."

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        count = self.start.bit_count()
        if count == 2:
            first, last = listed(self.start)
            if winning:
                return f"Your opponent can only take {first} or {last}, and you take the last."
            return f"You can only take {first} or {last}, and your opponent takes the last."
        takes = "you take" if winning else "your opponent takes"
        return (
            f"None of the {count} numbers left divides another, so each move takes a single "
            f"number. {count} is even, so {takes} the last."
        )


@dataclass(frozen=True)
class TakePartner(WinningRule):
    """Take the partner of the number that was just taken."""

    pairs: tuple[Pair, ...]
    """The partners."""
    rest: Rules = ()
    """The rules for the numbers without a partner; none if every number has a partner."""

    @cached_property
    def _partners(self) -> dict[int, int]:
        return partners(self.pairs)

    @cached_property
    def paired(self) -> int:
        """The numbers with a partner."""
        return sum(1 << number for number in self._partners)

    def is_whole(self, left: int) -> bool:
        """Return whether no number left has lost its partner."""
        return not any(self._single(left))

    def _single(self, left: int) -> Iterator[int]:
        """Yield the numbers left whose partner is gone, smallest first."""
        for number in members(left & self.paired):
            if not left >> self._partners[number] & 1:
                yield number

    def is_lost(self, left: int) -> bool:
        return self.is_whole(left) and is_lost(self.rest, left & ~self.paired)

    def answer(self, left: int) -> int:
        number = next(self._single(left), 0)
        return number if number and self.is_lost(without_multiples(left, number)) else 0

    def words(self, position: DividerPosition) -> str:
        named = _named(self.pairs)
        if self.rest:
            return f"If the number just taken has a partner, take that. Partners: {named}."
        return f"Take the partner of the number just taken. Partners: {named}."

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        if self.rest:
            most = "" if len(self.pairs) <= FEW_PAIRS else " and more"
            named = f"{_named(self.pairs[:FEW_PAIRS])}{most}"
            return f"Partners: {named}."
        if len(self.pairs) <= MOST_PAIRS:
            named = f": {_named(self.pairs)}"
        else:
            named = f": {_named(self.pairs[:FEW_PAIRS])} and so on"
        if winning:
            return (
                f"Now every number has a partner{named}. "
                "Whatever your opponent takes, take its partner."
            )
        return (
            f"Every number has a partner{named}. "
            "Whatever you take, your opponent takes its partner."
        )


@dataclass(frozen=True)
class Beside(WinningRule):
    """A rule for the numbers without a partner, while every other number has its partner."""

    partners: TakePartner
    """The partners."""
    rule: WinningRule
    """The rule for the numbers without a partner."""

    @property
    def is_complete(self) -> bool:
        return self.rule.is_complete

    @property
    def depth(self) -> int:
        return self.rule.depth

    def is_lost(self, left: int) -> bool:
        return self.partners.is_lost(left)

    def answer(self, left: int) -> int:
        if not self.partners.is_whole(left):
            return 0
        return self.rule.answer(left & ~self.partners.paired)

    def words(self, position: DividerPosition) -> str:
        return self.rule.words(position)

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        return self.rule.because(position, winning=winning)


def _named(pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{one}-{other}" for one, other in pairs)
