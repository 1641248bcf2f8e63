"""Divider Duel's strategy as diagrams: partners as arcs, equal parts, heaps, searched numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from divisor_duel.diagram import Arcs, Copies, Diagram, Heap, Heaps, Replies, Searched, Singles
from divisor_duel.drawing.diagrams import group_replies, replies
from divisor_duel.drawing.layout import covers
from divisor_duel.games.divider.rules import DividerPosition
from divisor_duel.games.divider.strategy import SearchedNumbers
from divisor_duel.games.divider.strategy.heaps import BalanceHeaps, worth
from divisor_duel.games.divider.strategy.partners import Beside, TakeAny, TakePartner
from divisor_duel.games.divider.strategy.replies import Replies as RepliesRule
from divisor_duel.games.divider.strategy.winning_rule import is_lost
from divisor_duel.numbers import members
from divisor_duel.proof import Pair
from divisor_duel.strategy import Rule, Strategy


def diagrams(strategy: Strategy[DividerPosition], position: DividerPosition) -> tuple[Diagram, ...]:
    """Return the partners, and what is drawn of the numbers without a partner."""
    move, lost = strategy.follow(position)
    drawn = list(_drawn(strategy.rules, lost.left))
    if not drawn:
        return replies(strategy, position)
    first, *others = drawn
    if isinstance(first, Arcs):
        numbers = tuple(sorted({*first.numbers, *filter(None, [move])}))
        return replace(first, numbers=numbers, ringed=move), *others
    if isinstance(first, Copies):
        return (first, *others) if not move else (Arcs((move,), (), ringed=move), first, *others)
    return replace(first, move=move), *others


def _drawn(
    rules: Iterable[Rule[DividerPosition]], left: int
) -> Iterator[Arcs | Copies | Singles | Heaps | Replies | Searched]:
    """Yield the diagrams of rules for the numbers left."""
    for rule in rules:
        if isinstance(rule, TakePartner):
            yield from _partners(rule.pairs, left)
            left &= ~rule.paired
            continue
        inner = rule.rule if isinstance(rule, Beside) else rule
        if isinstance(inner, TakeAny) and left:
            yield Singles(members(left))
        elif isinstance(inner, BalanceHeaps):
            groups = [group & left for group in inner.groups if group & left]
            yield Heaps(tuple(Heap(worth(group), members(group)) for group in groups))
        elif isinstance(inner, RepliesRule) and inner.is_complete:
            yield from _replies(inner, left)
        elif isinstance(inner, SearchedNumbers):
            yield Searched(members(inner.unpaired), *inner.answers[0])


def _replies(rule: RepliesRule, left: int) -> Iterator[Arcs | Copies | Singles | Heaps | Replies]:
    """Yield the list of answers, or after one of them what its rules draw."""
    if left == rule.start:
        yield Replies(group_replies(((reply,), (((answer,),),)) for reply, answer in rule.answers))
        return
    for rules in rule.after:
        if is_lost(rules, left):
            for drawn in _drawn(rules, left):
                assert not isinstance(drawn, Searched)
                yield drawn
            return


def _partners(pairs: tuple[Pair, ...], left: int) -> Iterator[Arcs | Copies]:
    """Yield the pairs left: those in equal parts side by side, the others as arcs."""
    pairs = tuple(pair for pair in pairs if all(left >> number & 1 for number in pair))
    copies = list(_equal_parts(pairs))
    copied = {number for part in copies for number in (*part.one, *part.other)}
    others = tuple(pair for pair in pairs if not copied & {*pair})
    if others:
        yield Arcs(tuple(sorted(number for pair in others for number in pair)), others)
    yield from copies


def _equal_parts(pairs: tuple[Pair, ...]) -> Iterator[Copies]:
    """Yield parts of at least two numbers that their partners copy, line by line."""
    partner = dict(pairs) | {large: small for small, large in pairs}
    edges = covers(partner)
    seen = set[int]()
    for start in sorted(partner):
        if start in seen:
            continue
        one = _connected(start, edges)
        other = [partner[number] for number in one]
        seen |= {*one, *other}
        within = [(small, large) for small, large in edges if small in one]
        mapped = {(partner[small], partner[large]) for small, large in within}
        if len(one) > 1 and not {*one} & {*other} and mapped == {e for e in edges if e[0] in other}:
            yield Copies(
                tuple(one),
                tuple(other),
                tuple((one.index(small), one.index(large)) for small, large in within),
            )


def _connected(start: int, edges: list[Pair]) -> list[int]:
    """Return the numbers that lines join with `start`, smallest first."""
    found = {start}
    while True:
        more = {number for edge in edges if found & {*edge} for number in edge}
        if more <= found:
            return sorted(found)
        found |= more
