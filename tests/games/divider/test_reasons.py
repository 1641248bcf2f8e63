"""Divider's sentences: what they say is recomputed, and their answers win by brute force."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Value
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.analysis import analysis_of
from divisor_duel.game import Game
from tests.reference.brute import mex

Numbers = frozenset[int]

LIST = r"\d+(?: \d+)*"
COPIED = re.compile(r"(?:You|They) answer by copying: (?P<steps>[\d a-z,]+)\. ?")
ALL_COPIED = re.compile(
    r"Every number has a partner: whatever (?:they|you) take, (?:you|they) take its partner\."
)
REST = re.compile(rf"Besides these only (?P<rest>{LIST}) count\. ")
ONE_BY_ONE = re.compile(
    r"None of the (?P<count>\d+) numbers left divides another, so every move takes just one of "
    r"them, and (?P=count) is even: (?:you|they) take the last\."
)
TWO = re.compile(
    r"Two numbers are left, and neither divides the other: (?:you|they) take the last\."
)
GROUPS = re.compile(
    r"They fall into groups that no move joins: (?P<groups>[^.]*)\. Their (?P<then>.*)"
)
ALL_ZERO = re.compile(r"nim-values are all 0: (?:you|they) can answer any move in its own group\.")
CANCELLING = re.compile(
    r"nim-values cancel: in powers of two \((?P<powers>[^)]*)\) each power comes an even number of "
    r"times\. Whatever is done in one group, (?:you|they) can make it so again, down to nothing\."
)
TABLE = re.compile(
    r"(?:Of the rest )?(?:[Yy]ou|[Tt]hey) answer (?P<answers>[^.]*), and have an answer again "
    r"every time\."
)
ANSWERS = re.compile(r"(?:You|They) answer (?P<answers>[^.]*)\.")
ANSWER = re.compile(
    rf"(?P<replies>\d+(?:, \d+)*(?: or \d+)?) with (?P<answer>\d+)"
    rf"(?:(?P<last>, the last(?P<these> of these)?)|"
    rf", which leaves (?P<left>{LIST})(?: \((?P<why>[^)]*)\))?)?"
)


def numbers(text: str) -> list[int]:
    """The numbers of a text."""
    return [int(number) for number in re.findall(r"\d+", text)]


def after(left: Numbers, move: int) -> Numbers:
    """What a number leaves when it goes with its multiples."""
    return frozenset(number for number in left if number % move)


@cache
def nim_value(left: Numbers) -> int:
    """The nim-value by its definition, of separate parts one by one."""
    found = parts(left)
    if len(found) > 1:
        total = 0
        for part in found:
            total ^= nim_value(part)
        return total
    return mex({nim_value(after(left, move)) for move in left})


def parts(left: Numbers) -> list[Numbers]:
    """The numbers in parts that no division joins."""
    found: list[Numbers] = []
    for number in left:
        near = [p for p in found if any(number % n == 0 or n % number == 0 for n in p)]
        found = [p for p in found if p not in near]
        found.append(frozenset([number, *chain.from_iterable(near)]))
    return found


def steps(text: str) -> list[tuple[int, int]]:
    """The pairs that swap places: ``5 10 with 7 14 and 11 with 13``."""
    found = list[tuple[int, int]]()
    for one, other in re.findall(rf"({LIST}) with ({LIST})", text):
        found += zip(numbers(one), numbers(other), strict=True)
    assert sorted(numbers(text)) == sorted(n for pair in found for n in pair)
    return found


def check_lost(left: Numbers, reason: str, *, others: bool = False) -> str:
    """Check what is said of numbers that are lost for the player to move, and name its kind.

    Set `others` if other numbers are left too.
    """
    if copied := COPIED.match(reason):
        return check_copied(left, steps(copied["steps"]), reason[copied.end() :])
    if found := ONE_BY_ONE.fullmatch(reason) or TWO.fullmatch(reason):
        assert len(left) == (2 if found.re is TWO else int(found["count"]))
        assert len(left) % 2 == 0
        assert all(len(part) == 1 for part in parts(left))
        assert not others
        return "parity"
    if groups := GROUPS.fullmatch(reason):
        check_groups(left, groups["groups"], groups["then"])
        return "groups"
    if table := TABLE.fullmatch(reason):
        check_answers(left, table["answers"], others)
        return "table"
    answers = ANSWERS.fullmatch(reason)
    assert answers, reason
    check_answers(left, answers["answers"], others)
    return "tree"


def check_copied(left: Numbers, pairs: list[tuple[int, int]], then: str) -> str:
    """Check the pairs of a copying strategy, then what the sentence says of other numbers."""
    partner = dict(pairs) | {b: a for a, b in pairs}
    assert len(partner) == 2 * len(pairs)
    assert partner.keys() <= left
    rest = left - partner.keys()
    play_partners(left, partner, rest, set())
    if not then or ALL_COPIED.fullmatch(then):
        assert not rest
        return "copied"
    if found := REST.match(then):
        assert numbers(found["rest"]) == sorted(rest)
        then = then[found.end() :]
    else:
        assert TABLE.fullmatch(then)
    return f"copied, {check_lost(rest, then, others=True)}"


def play_partners(
    left: Numbers, partner: dict[int, int], rest: Numbers, seen: set[Numbers]
) -> None:
    """Check that each number's partner can be taken, and that the two leave `rest` alone."""
    if left in seen:
        return
    seen.add(left)
    for move in left:
        reached = after(left, move)
        if move in partner:
            assert partner[move] in reached
            reached = after(reached, partner[move])
            assert reached & rest == left & rest
        assert all((n in reached) == (partner[n] in reached) for n in partner)
        play_partners(reached, partner, rest, seen)


def check_answers(left: Numbers, text: str, others: bool) -> None:
    """Every number has an answer, which leaves what is said, and that is lost."""
    answered = list[int]()
    for said in text.split("; "):
        found = ANSWER.fullmatch(said)
        assert found, said
        for reply in numbers(found["replies"]):
            answered.append(reply)
            reached = after(left, reply)
            assert int(found["answer"]) in reached
            rest = after(reached, int(found["answer"]))
            assert nim_value(rest) == 0
            assert bool(found["last"]) <= (not rest)
            assert not found["last"] or bool(found["these"]) == others
            if found["left"]:
                assert numbers(found["left"]) == sorted(rest)
            check_note(rest, found["why"] or "")
    assert sorted(answered) == sorted(left)


def check_note(rest: Numbers, why: str) -> None:
    """What is said in brackets of the numbers that an answer leaves."""
    if why == "one by one":
        assert len(rest) % 2 == 0
        assert all(len(part) == 1 for part in parts(rest))
    elif why.startswith("copy: "):
        pairs = steps(why.removeprefix("copy: "))
        assert check_copied(rest, pairs, "") == "copied"
    elif why:
        assert why.startswith("and then "), why
        told = why.removeprefix("and then ")
        answers = re.findall(r"(\d+(?:, \d+)*(?: or \d+)?) with (\d+)", told)
        assert sorted(n for names, _ in answers for n in numbers(names)) == sorted(rest)
        for names, answer in answers:
            for reply in numbers(names):
                assert int(answer) in after(rest, reply)
                assert nim_value(after(after(rest, reply), int(answer))) == 0


def check_groups(left: Numbers, text: str, then: str) -> None:
    """The groups are those of the numbers left, with their nim-values, and these cancel."""
    told = dict[Numbers, int]()
    for group in text.split("; "):
        if alone := re.fullmatch(r"(.*) alone \((?:each )?nim-value 1\)", group):
            told |= {frozenset([number]): 1 for number in numbers(alone[1])}
        else:
            found = re.fullmatch(rf"({LIST}) \(nim-value (\d+)\)", group)
            assert found, group
            told[frozenset(numbers(found[1]))] = int(found[2])
    assert set(told) == set(parts(left))
    assert all(nim_value(group) == nim for group, nim in told.items())
    if ALL_ZERO.fullmatch(then):
        assert not any(told.values())
        return
    cancelling = CANCELLING.fullmatch(then)
    assert cancelling, then
    powers = list[int]()
    for sum_of in cancelling["powers"].split(", "):
        value, _, split = sum_of.partition(" = ")
        powers += (mine := numbers(split or value))
        assert sum(mine) == int(value)
    assert all(power & power - 1 == 0 and powers.count(power) % 2 == 0 for power in powers)
    values = [int(said.partition(" = ")[0]) for said in cancelling["powers"].split(", ")]
    assert sorted(values) == sorted(nim for nim in told.values() if nim)


def check(game: Game[Any], engine: Engine, played: list[int]) -> str:
    """Check the sentence shown after these moves, and name its kind."""
    *_, position = game.positions(played)
    left = frozenset(n for n in range(2, game.high + 1) if position.left >> n & 1)  # type: ignore[attr-defined]
    with engine.theory(game) as theory:
        analysis = analysis_of(theory, position, engine.budget(60, 0.02))
    won, reason = analysis.value is Value.WIN, analysis.reason
    assert won == (nim_value(left) > 0)
    if reason == "There is one number left: take it and win.":
        assert len(left) == 1
        return "end"
    if found := re.fullmatch(r"Take (\d+): nothing is left, so you win at once\.", reason):
        assert not after(left, int(found[1]))
        return "end"
    begin = re.match(r"Take (\d+)\. ", reason)
    assert bool(begin) == won, reason
    if begin:
        assert int(begin[1]) in left
        left, reason = after(left, int(begin[1])), reason[begin.end() :]
    assert nim_value(left) == 0
    return check_lost(left, reason)


@pytest.mark.parametrize("high", [9, 12, 16, 20, 24])
def test_every_sentence_is_true(high: int) -> None:
    """Partners can be taken, answers win, and parts and nim-values are as the sentence says."""
    game, engine, rng = GAMES["divider"](high=high), Engine(clock=StepClock), Random(high)
    kinds = set[str]()
    for _ in range(60 if high > 20 else 120):
        played, left = list[int](), frozenset(range(2, high + 1))
        for _ in range(rng.randint(0, high // 2)):
            move = rng.choice(sorted(left))
            if not after(left, move):
                break
            played.append(move)
            left = after(left, move)
        kinds.add(check(game, engine, played))
    assert {"end", "parity", "copied"} <= kinds
    assert len(kinds) > 3
