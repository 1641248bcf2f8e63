"""Ladder's sentences: their words alone, played over the rules of the twin, win."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Value
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.analysis import analysis_of
from divisor_duel.game import Game
from tests.games.ladder.sentences import (
    ANSWER,
    ANSWERED,
    BEGINS,
    COUNTED,
    DOUBLED,
    ENDED,
    LATER,
    MET,
    RULED,
    SEARCHED,
    STUCK,
    TREE,
    Plan,
    along,
    double,
    double_or_triple,
    numbers,
    stuck,
)
from tests.reference.ladder import Ladder as Twin

HIGHEST = 255
"""Every size up to here is played from the start."""


class Sizes:
    """Reasons of one size, asked for by the moves that lead to a position."""

    def __init__(self, high: int) -> None:
        self.game: Game[Any] = GAMES["ladder"](high=high)
        self.engine = Engine(clock=StepClock)
        self.known: dict[tuple[int, ...], tuple[bool, str]] = {}

    def reason(self, played: tuple[int, ...]) -> tuple[bool, str]:
        """Return whether the player to move wins, and the sentence shown to that player."""
        if played not in self.known:
            *_, position = self.game.positions(played)
            with self.engine.theory(self.game) as theory:
                analysis = analysis_of(theory, position, self.engine.budget(60, 0))
            self.known[played] = analysis.value is Value.WIN, analysis.reason
        return self.known[played]


class Words:
    """What the winner's sentences say to do, in a game of one size."""

    def __init__(self, high: int) -> None:
        self.high = high
        self.sizes = Sizes(high)
        self.games = 0

    def plan(self, twin: Twin, played: tuple[int, ...], reason: str) -> Plan:
        """Return what a sentence tells the winner of a position where the loser is to move."""
        if not reason:
            return self.asked(played)
        if found := ENDED.fullmatch(reason):
            assert int(found["own"]) == twin.current[twin.turn]
            return stuck
        if found := COUNTED.fullmatch(reason):
            return self.counted(twin, found)
        if found := TREE.fullmatch(reason):
            return self.tree(found[1], played)
        if found := ANSWERED.fullmatch(reason):
            return self.answered(found[1], played)
        if found := SEARCHED.fullmatch(reason):
            assert int(found[1]) == len(twin.legal())
            return self.searched(played)
        found = RULED.fullmatch(reason)
        assert found, reason
        return self.ruled(found, played)

    def counted(self, twin: Twin, found: re.Match[str]) -> Plan:
        """Check what the sentence says about the loser's steps, and return the winner's path."""
        own, other, path = int(found["own"]), int(found["other"]), numbers(found["path"])
        steps = 1 if found["steps"] == "once more" else int(found["steps"].split()[0])
        assert (own, other) == (twin.current[twin.turn], twin.current[3 - twin.turn])
        assert own * 2**steps <= self.high < own * 2 ** (steps + 1)
        assert all(number % own for number in path)
        if found["how"] != "climb":
            assert path == [other << power for power in range(1, len(path) + 1)]
        return along(path)

    def ruled(self, found: re.Match[str], played: tuple[int, ...]) -> Plan:
        """Return the answers listed, then what the sentence says comes after them."""
        answers = dict[int, int]()
        listed = [*ANSWER.finditer(found["answers"])]
        assert "".join(item[0] for item in listed) == found["answers"]
        for item in listed:
            replies = numbers(item["replies"])
            if "and so on" in item["replies"]:
                assert all(two == 2 * one for one, two in pairwise(replies))
                while replies[-1] * 2 <= self.high:
                    replies.append(replies[-1] * 2)
            assert not answers.keys() & set(replies)
            answers |= dict.fromkeys(replies, int(item["answer"]))
        then, places = found["then"], set[tuple[int, int]]()
        if later := LATER.fullmatch(then):
            places = {(one, two) for one, two in pairs(numbers(later["places"]))}
            after: Plan = double_or_triple
        else:
            after = double if DOUBLED.fullmatch(then) else stuck
            assert after is double or STUCK.fullmatch(then), then

        def answer(twin: Twin, reply: int) -> tuple[int, Plan]:
            chosen = answers.get(reply, int(found["rest"]))
            if (reply, chosen) in places:
                return chosen, self.asked((*played, reply, chosen))
            return chosen, after

        return answer

    def tree(self, text: str, played: tuple[int, ...]) -> Plan:
        """Return the answers of a tree, each with what the sentence says comes after it."""
        plan, end = self.branches(text, 0, played)
        assert end == len(text), text
        return plan

    def branches(self, text: str, end: int, played: tuple[int, ...]) -> tuple[Plan, int]:
        """Read the branches of a tree up to the bracket that closes it, and where that is."""
        answers = dict[int, tuple[int, Plan]]()
        while item := MET.match(text, end):
            chosen, end = int(item["answer"]), item.end()
            nested = text.startswith(" (and then ", end)
            for reply in numbers(item["replies"]):
                then = (*played, reply, chosen)
                if item["ends"] or item["path"]:
                    after = stuck if item["ends"] else along(numbers(item["path"]))
                elif nested:
                    after, close = self.branches(text, end + len(" (and then "), then)
                else:
                    after = self.asked(then)
                answers[reply] = chosen, after
            if nested:
                assert text[close] == ")", text
                end = close + 1
            end = next((end + len(s) for s in (", ", " and ") if text.startswith(s, end)), end)
        return (lambda twin, reply: answers[reply]), end

    def answered(self, text: str, played: tuple[int, ...]) -> Plan:
        """Return the answers of a list that says no more than what answers each number."""
        answers = dict[int, int]()
        for replies, answer in re.findall(r"([\d, ]+(?:or \d+)?) with (\d+)", text):
            answers |= dict.fromkeys(numbers(replies), int(answer))
        return lambda twin, reply: (answers[reply], self.asked((*played, reply, answers[reply])))

    def searched(self, played: tuple[int, ...]) -> Plan:
        """Return a plan that is read from the sentence shown to the winner after each reply."""

        def answer(twin: Twin, reply: int) -> tuple[int, Plan]:
            won, reason = self.sizes.reason((*played, reply))
            begins = BEGINS.match(reason)
            assert won, reason
            assert begins, reason
            move = int(begins[1] or begins[2])
            after, rest = twin.play(move), reason[begins.end() :]
            return move, self.plan(after, (*played, reply, move), rest)

        return answer

    def asked(self, played: tuple[int, ...]) -> Plan:
        """Return a plan that is read from the sentence shown when the loser is to move."""

        def answer(twin: Twin, reply: int) -> tuple[int, Plan]:
            won, reason = self.sizes.reason(played)
            assert not won
            before = Twin(high=self.high)
            for move in played:
                before = before.play(move)
            return self.plan(before, played, reason)(twin, reply)

        return answer

    def beats_every_reply(self, twin: Twin, plan: Plan) -> None:
        """Let the loser, who is to move, take everything; the words must have an answer."""
        self.games += 1
        for reply in twin.legal():
            after = twin.play(reply)
            answer, then = plan(after, reply)
            self.beats_every_reply(after.play(answer), then)

    def check(self, played: tuple[int, ...] = ()) -> None:
        """Play by the sentence shown after these moves, for the player it says wins."""
        twin = Twin(high=self.high)
        for move in played:
            twin = twin.play(move)
        won, reason = self.sizes.reason(played)
        begins = BEGINS.match(reason)
        assert bool(begins) == won, reason
        if begins:
            move, reason = int(begins[1] or begins[2]), reason[begins.end() :]
            twin, played = twin.play(move), (*played, move)
        self.beats_every_reply(twin, self.plan(twin, played, reason))


def pairs(listed: list[int]) -> list[tuple[int, int]]:
    """Return the numbers two by two."""
    return [*zip(listed[::2], listed[1::2], strict=True)]


@pytest.mark.parametrize("remainder", range(8))
def test_the_words_win_from_every_start(remainder: int) -> None:
    """The sentence at the start wins against every reply, for each size from 2 to 255."""
    for high in range(2, HIGHEST + 1):
        if high % 8 == remainder:
            words = Words(high)
            words.check()
            assert words.games > 0


@pytest.mark.parametrize("high", [256, 383, 520])
def test_the_words_win_where_lists_are_cut_short(high: int) -> None:
    """A list that ends with "and so on" means the further doublings, and wins as it stands."""
    words = Words(high)
    assert "and so on" in words.sizes.reason(())[1]
    words.check()


@pytest.mark.parametrize("high", [9, 17, 24, 30, 50, 63, 100, 127, 200])
def test_the_words_win_after_a_few_moves(high: int) -> None:
    """After one to four moves the sentence wins, whether it is for the winner or the loser."""
    rng, kinds = Random(high), set[bool]()
    for _ in range(60):
        twin, played = Twin(high=high), list[int]()
        for _ in range(rng.randint(1, 4)):
            legal = twin.legal()
            move = rng.choice(legal[: rng.choice((2, 4, 10, len(legal)))])
            if not twin.play(move).legal():
                break
            played.append(move)
            twin = twin.play(move)
        words = Words(high)
        words.check(tuple(played))
        kinds.add(words.sizes.reason(tuple(played))[0])
    assert kinds == {True, False}
