"""How Divider Duel is won: partners first, then what answers the numbers without a partner.

Each rule here knows some positions in which the opponent, who is to move, loses. It gives a move
only if the move leaves one of these, so no rule can lead astray. The numbers without a partner are
a smaller game of their own: a short list of replies, or groups that are worth heaps of counters.
If more is needed, the computer searches.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from divisor_duel.brute_force import Checked, CountLimit
from divisor_duel.engine.strategies import Searched
from divisor_duel.errors import OverBudgetError
from divisor_duel.games.divider.proofs import (
    Answers,
    DividerProof,
    Groups,
    Mirror,
    Pairing,
    Parity,
)
from divisor_duel.games.divider.proofs.brute_force import BruteForce
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.divider.strategy.heaps import BalanceHeaps
from divisor_duel.games.divider.strategy.partners import Beside, TakeAny, TakePartner
from divisor_duel.games.divider.strategy.replies import Replies
from divisor_duel.games.divider.strategy.winning_rule import Rules
from divisor_duel.games.parts import Strategies
from divisor_duel.numbers import members, without_multiples
from divisor_duel.proof import Pair, Proof, Tree
from divisor_duel.strategy import Rule

LARGEST_GROUP = 5
"""Most numbers in a group whose worth is listed; larger ones are searched."""


@dataclass(frozen=True)
class SearchedNumbers(Searched):
    """A search for the numbers without a partner."""

    unpaired: int = 0
    """The numbers that `answers` is about, as a mask."""

    @cached_property
    def checked(self) -> Checked:
        """How many positions it takes to check the answers, counted as `duel check` does.

        Numbers with a partner are left out, and so are equal columns, which cancel.
        """
        numbers, complete = members(self.unpaired), False
        search = BruteForce(numbers, CountLimit(-2 * len(numbers) ** 2))  # building it is free
        with suppress(OverBudgetError):
            for reply, answer in sorted(self.answers):
                rest = without_multiples(without_multiples(self.unpaired, reply), answer)
                search.is_lost(members(rest))
            complete = True
        return Checked(len(search), complete)


def rules(
    game: Divider, lost: DividerPosition, proof: DividerProof
) -> tuple[Rule[DividerPosition], ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move.

    The last is a search if the proof needs a search.
    """
    found = _rules(lost.left, proof)
    if found and all(rule.is_complete for rule in found):
        return found
    return (*found, _search(game, lost, found))


def _search(game: Divider, lost: DividerPosition, found: Rules) -> Searched:
    """Return the search for what the rules leave open, with their answers if they list any."""
    plain = [rule.rule if isinstance(rule, Beside) else rule for rule in found]
    for rule in plain:
        if isinstance(rule, Replies):
            return SearchedNumbers(game, lost, rule.answers, unpaired=rule.start)
    return Searched(game, lost)


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
    others = tuple(
        replace(rule, beside=True) if isinstance(rule, Replies) else rule
        for rule in _rules(unpaired, rest)
    )
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
