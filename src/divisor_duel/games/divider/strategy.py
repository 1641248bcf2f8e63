"""How Divider Duel is won: partners first, then what answers the numbers without a partner.

Each rule here knows some positions in which the opponent, who is to move, loses. It gives a move
only if the move leaves one of these, so no rule can lead astray. The numbers without a partner are
a smaller game of their own: a short list of replies, or groups that are worth heaps of counters.
If more is needed, the computer searches.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from divisor_duel.engine.strategies import Searched, either
from divisor_duel.games.divider.proofs import (
    Answers,
    DividerProof,
    Groups,
    Mirror,
    Pairing,
    Parity,
)
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.parts import Strategies
from divisor_duel.numbers import listed, members, without_multiples
from divisor_duel.proof import Pair, Proof, Tree, partners
from divisor_duel.strategy import Rule

MOST_PAIRS = 8
"""Most pairs in a headline about partners alone."""

FEW_PAIRS = 3
"""Most pairs in a headline that is also about other numbers."""

MOST_WORDS = 12
"""Most words of a list of answers in a headline."""

LARGEST_GROUP = 5
"""Most numbers in a group whose worth is listed; larger ones are searched."""


class WinningRule(Rule[DividerPosition]):
    """A rule that knows some lost positions, as masks of the numbers left."""

    @property
    def is_complete(self) -> bool:
        """Whether the rule leads to the end of the game without a search."""
        return True

    @property
    def depth(self) -> int:
        """Limit on the answers from a list before every number left has a partner."""
        return 0

    @property
    def brief(self) -> str:
        """The rule in a few words, such as ``partners 2-3, 5-7``; empty if any number will do."""
        return ""

    @abstractmethod
    def is_lost(self, left: int) -> bool:
        """Return whether the rule shows that the player to move loses."""

    @abstractmethod
    def answer(self, left: int) -> int:
        """Return a number that leaves a lost position; 0 if the rule does not apply."""

    def move(self, position: DividerPosition) -> int:
        return self.answer(position.left)


Rules = tuple[WinningRule, ...]
"""The rules of one lost position: the first knows which positions are lost."""


def _is_lost(rules: Rules, left: int) -> bool:
    """Return whether the rules show that the player to move loses."""
    return rules[0].is_lost(left) if rules else not left


def _answer(rules: Rules, left: int) -> int:
    """Return the answer of the first rule that applies; 0 if none does."""
    return next(filter(None, (rule.answer(left) for rule in rules)), 0)


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
        return "Take any number. Each move takes a single number, so you take the last."

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
        return self.is_whole(left) and _is_lost(self.rest, left & ~self.paired)

    def answer(self, left: int) -> int:
        number = next(self._single(left), 0)
        return number if number and self.is_lost(without_multiples(left, number)) else 0

    @property
    def brief(self) -> str:
        return f"partners {_named(self.pairs)}"

    def words(self, position: DividerPosition) -> str:
        named = _named(self.pairs)
        if self.rest:
            return f"If your opponent takes a number with a partner, take the partner: {named}."
        return f"Whatever your opponent takes, take its partner: {named}."

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        if self.rest:
            most = "" if len(self.pairs) <= FEW_PAIRS else " and more"
            named = f"{_named(self.pairs[:FEW_PAIRS])}{most}"
            return f"Partners: {named}."
        if len(self.pairs) <= MOST_PAIRS:
            named = f": {_named(self.pairs)}"
        else:
            named = f", such as {_named(self.pairs[:FEW_PAIRS])}"
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
class Replies(WinningRule):
    """Answer each reply from a list, and win what the answer leaves by further rules."""

    start: int
    """The lost position that the list is about."""
    answers: tuple[Pair, ...]
    """Every reply with its answer."""
    after: tuple[Rules, ...]
    """For each answer, the rules for what it leaves; none if nothing is left, or to search."""

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
            _is_lost(rules, left) for rules in self.after
        )

    def answer(self, left: int) -> int:
        if left in self._table:
            return self._table[left]
        return next(filter(None, (_answer(rules, left) for rules in self.after)), 0)

    @property
    def brief(self) -> str:
        return ", ".join(
            f"{_either(replies)} with {answer}{f' ({further})' if further else ''}"
            for (answer, further), replies in self._replies.items()
        )

    @cached_property
    def _replies(self) -> dict[tuple[int, str], list[int]]:
        """The replies by their answer and what wins after it, in a few words."""
        replies = dict[tuple[int, str], list[int]]()
        for (reply, answer), rules in zip(self.answers, self.after, strict=True):
            further = " and ".join(filter(None, (rule.brief for rule in rules)))
            replies.setdefault((answer, further), []).append(reply)
        return replies

    def words(self, position: DividerPosition) -> str:
        sentences = list[str]()
        for (answer, further), replies in self._replies.items():
            then = f", then {further}" if further else ""
            sentences.append(f"If they take {_either(replies)}, take {answer}{then}.")
        if self.is_complete:
            sentences.append("Where no partners are named, take any number.")
        return " ".join(sentences)

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        reply, answer = self.answers[0]
        if not self.is_complete:
            they, you = ("they", "") if winning else ("you", "they ")
            return f"For example, if {they} take {reply}, {you}take {answer}."
        answers = f"{'Answer' if winning else 'Your opponent answers'} {_listing(self.answers)}."
        if len(answers.split()) > MOST_WORDS:
            subject = "You" if winning else "Your opponent"
            answers = f"{subject} can answer every number: {reply} with {answer}, for example."
        then = "Then" if self.depth == 1 else f"After {self.depth} answers at most,"
        return f"{answers} {then} every number left has a partner."


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
            f"Think of heaps of counters: {groups}. Write each heap as a sum of 1, 2 and 4. Then "
            "each of these comes an even number of times; take a number that makes it so again."
        )

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        *most, last = (str(worth(group)) for group in self.groups)
        reply = members(self.groups[0])[-1]
        answer = self.answer(without_multiples(sum(self.groups), reply))
        if winning:
            keep = f"Your answers keep them balanced: if they take {reply}, take {answer}"
        else:
            keep = f"Your opponent keeps them balanced: if you take {reply}, they take {answer}"
        heaps = f"{', '.join(most)} and {last}"
        return f"The groups are worth the same as heaps of {heaps}. {keep}."


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

    @property
    def brief(self) -> str:
        return self.rule.brief

    def words(self, position: DividerPosition) -> str:
        return self.rule.words(position)

    def because(self, position: DividerPosition, *, winning: bool) -> str:
        return self.rule.because(position, winning=winning)


@lru_cache(maxsize=4096)
def worth(left: int) -> int:
    """Return the heap of counters that a group of a few numbers is worth the same as."""
    reached = {worth(without_multiples(left, number)) for number in members(left)}
    return next(value for value in range(len(reached) + 1) if value not in reached)


def _named(pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{one}-{other}" for one, other in pairs)


def _either(numbers: Iterable[int]) -> str:
    return either(map(str, numbers))


def _listing(answers: tuple[Pair, ...]) -> str:
    """Return the answers as text: ``2 or 3 with 5; 4 with 9``."""
    replies = dict[int, list[int]]()
    for reply, answer in answers:
        replies.setdefault(answer, []).append(reply)
    return "; ".join(f"{_either(numbers)} with {answer}" for answer, numbers in replies.items())


def rules(
    game: Divider, lost: DividerPosition, proof: DividerProof
) -> tuple[Rule[DividerPosition], ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move.

    The last is a search if the proof needs a search.
    """
    found = _rules(lost.left, proof)
    if found and all(rule.is_complete for rule in found):
        return found
    return (*found, Searched(game))


def _rules(left: int, proof: Proof) -> Rules:
    """Return the rules for a lost position; none if nothing is left, or if only a search helps."""
    if isinstance(proof, Parity):
        return (TakeAny(left),)
    if isinstance(proof, Pairing):
        return _with_partners(left, proof.pairs, proof.rest)
    if isinstance(proof, Mirror):
        return _with_partners(left, _pairs(proof.steps), proof.rest)
    if isinstance(proof, Answers):
        if proof.steps:
            return _with_partners(left, _pairs(proof.steps), Answers(0, (), proof.answers))
        return (Replies(left, proof.answers, ((),) * len(proof.answers)),)
    if isinstance(proof, Tree):
        return (_replies(left, proof),)
    if isinstance(proof, Groups) and all(len(group) <= LARGEST_GROUP for group, _ in proof.groups):
        return (BalanceHeaps(tuple(_mask(group) for group, _ in proof.groups)),)
    return ()


def _with_partners(left: int, pairs: tuple[Pair, ...], rest: Proof | None) -> Rules:
    """Return the rules for partners and for the numbers without a partner."""
    if rest is None:
        return (TakePartner(pairs),)
    unpaired = left & ~TakePartner(pairs).paired
    others = _rules(unpaired, rest)
    if not others:
        return ()
    first = TakePartner(pairs, others)
    return (first, *(Beside(first, rule) for rule in others))


def _replies(left: int, tree: Tree) -> Replies:
    """Return the rule for a tree: its answers, and the rules at its leaves."""
    answers, after = list[Pair](), list[Rules]()
    for branch in tree.branches:
        for reply in branch.replies:
            answer = branch.proof.move
            answers.append((reply, answer))
            rest = without_multiples(without_multiples(left, reply), answer)
            after.append(_rules(rest, branch.proof))
    return Replies(left, tuple(answers), tuple(after))


def _pairs(steps: Iterable[Iterable[Pair]]) -> tuple[Pair, ...]:
    return tuple(sorted((min(pair), max(pair)) for step in steps for pair in step))


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def move_words(game: Divider, position: DividerPosition, move: int) -> str:
    """Return a move as an instruction."""
    return f"take {move}"


STRATEGY = Strategies(rules, move_words, trees=True)

MISERE_STRATEGY = Strategies(lambda game, lost, proof: (), move_words)
