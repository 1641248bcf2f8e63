"""The rule for a few small groups, each worth the same as a heap of counters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from divisor_duel.games.divider.rules import DividerPosition
from divisor_duel.games.divider.strategy.winning_rule import WinningRule
from divisor_duel.numbers import members, without_multiples

MOST_WORDS = 18
"""Most words of a list of groups and heaps in a headline."""


@dataclass(frozen=True)
class BalanceHeaps(WinningRule):
    """Keep the groups balanced, each of which is worth the same as a heap of counters."""

    groups: tuple[int, ...]
    """The groups that no move joins, as masks."""

    def is_lost(self, left: int) -> bool:
        total = 0
        for group in self.groups:
            total ^= worth(left & group)
        return not total and not left & ~sum(self.groups)

    def answer(self, left: int) -> int:
        numbers = (n for n in members(left) if self.is_lost(without_multiples(left, n)))
        return next(numbers, 0)

    def words(self, position: DividerPosition) -> str:
        groups = ", ".join(
            f"{' '.join(map(str, members(group)))} is worth the same as a heap of {worth(group)}"
            for group in self.groups
        )
        return (
            f"Think of heaps of counters: {groups}. Write each heap as a sum of 1, 2 and 4. Each "
            "of these must appear an even number of times. Take a number that makes it so again."
        )

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        reply = members(self.groups[0])[-1]
        answer = self.answer(without_multiples(sum(self.groups), reply))
        if winning:
            keep = f"Your answers keep them balanced: if they take {reply}, take {answer}"
        else:
            keep = f"Your opponent keeps them balanced: if you take {reply}, they take {answer}"
        return f"{self._heaps} {keep}."

    @property
    def _heaps(self) -> str:
        """The heaps as a sentence, with the numbers of each group if there are few."""
        named = [(" ".join(map(str, members(group))), worth(group)) for group in self.groups]
        (numbers, heap), *others = named
        each = "".join(f", {group} as {size}" for group, size in others)
        sentence = f"{numbers} is worth the same as {heap} counters{each}."
        if len(sentence.split()) <= MOST_WORDS:
            return sentence
        *most, last = (str(size) for _, size in named)
        return f"The groups are worth the same as heaps of {', '.join(most)} and {last} counters."


@lru_cache(maxsize=4096)
def worth(left: int) -> int:
    """Return the heap of counters that a group of a few numbers is worth the same as."""
    reached = {worth(without_multiples(left, number)) for number in members(left)}
    return next(value for value in range(len(reached) + 1) if value not in reached)
