"""The rule that answers each reply from a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from divisor_duel.engine.strategies import MOST_LISTED, either
from divisor_duel.games.divider.rules import DividerPosition
from divisor_duel.games.divider.strategy.winning_rule import (
    Rules,
    WinningRule,
    answer_of,
    is_lost,
)
from divisor_duel.numbers import without_multiples
from divisor_duel.proof import Pair

MOST_WORDS = 12
"""Most words of a list of answers in a headline."""


@dataclass(frozen=True)
class Replies(WinningRule):
    """Answer each reply from a list, and win what the answer leaves by further rules."""

    start: int
    """The lost position that the list is about."""
    answers: tuple[Pair, ...]
    """Every reply with its answer."""
    after: tuple[Rules, ...]
    """For each answer, the rules for what it leaves; none if nothing is left, or to search."""
    beside: bool = False
    """Whether other numbers have partners, which the list leaves out."""

    @cached_property
    def _table(self) -> dict[int, int]:
        """The answers, by what each reply leaves."""
        return {without_multiples(self.start, reply): answer for reply, answer in self.answers}

    @cached_property
    def _lost(self) -> list[int]:
        """What each answer leaves."""
        return [without_multiples(left, answer) for left, answer in self._table.items()]

    @property
    def is_complete(self) -> bool:
        rules = [rule for rules in self.after for rule in rules]
        return all(rule.is_complete for rule in rules) and all(
            bool(rules) == bool(left) for rules, left in zip(self.after, self._lost, strict=True)
        )

    @property
    def depth(self) -> int:
        return 1 + max((rule.depth for rules in self.after for rule in rules), default=0)

    def is_lost(self, left: int) -> bool:
        return left in (self.start, *self._lost) or any(
            is_lost(rules, left) for rules in self.after
        )

    def answer(self, left: int) -> int:
        if left in self._table:
            return self._table[left]
        return next(filter(None, (answer_of(rules, left) for rules in self.after)), 0)

    @cached_property
    def _replies(self) -> dict[int, list[int]]:
        """The replies by their answer."""
        replies = dict[int, list[int]]()
        for reply, answer in self.answers:
            replies.setdefault(answer, []).append(reply)
        return replies

    def words(self, position: DividerPosition) -> str:
        sentences = [
            f"Answer {_either(replies)} with {answer}." for answer, replies in self._replies.items()
        ]
        if not self.is_complete:
            return " ".join(sentences[:MOST_LISTED])
        then = "Then use the partners in the new position."
        if self.depth > 1:
            then = "Then use the partners, or the answers, in the new position."
        return " ".join([*sentences, then])

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        if not self.is_complete:
            return ""  # the search says it
        listing = "; ".join(
            f"{_either(replies)} with {answer}" for answer, replies in self._replies.items()
        )
        answers = f"{'Answer' if winning else 'Your opponent answers'} {listing}."
        if len(answers.split()) > MOST_WORDS:
            can = "You can" if winning else "Your opponent can"
            which = f"each of the {'remaining ' if self.beside else ''}{len(self.answers)} numbers"
            reply, answer = self.answers[0]
            answers = f"{can} answer {which}: {reply} with {answer}, for example."
        then = "Then" if self.depth == 1 else f"After at most {self.depth} answers,"
        return f"{answers} {then} every number left has a partner."


def _either(numbers: Iterable[int]) -> str:
    return either(map(str, numbers))
