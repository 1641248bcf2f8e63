"""Digits' sentences: their words alone, played over the rules of the twin, win."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Value
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.analysis import analysis_of
from divisor_duel.game import Game
from tests.games.digits.sentences import (
    ANSWERED,
    AT_ONCE,
    BY_PARTNER,
    LAST,
    LEAVES_LAST,
    MADE,
    MADE_SO,
    MET,
    PARTNERED,
    RARE,
    RULED,
    RUN_OUT,
    SAFE,
    TREE,
    Plan,
    any_safe,
    chosen_by,
    digit_of,
    digits_in,
    finish,
    over,
    partnered,
)
from tests.reference.digits import Digits as Twin


class Words:
    """What the winner's sentences say to do, in one set-up."""

    def __init__(self, target: int, base: int = 10) -> None:
        self.target, self.base = target, base
        self.game: Game[Any] = GAMES["digits"](target=target, base=base)
        self.engine = Engine(clock=StepClock)
        self.seen = set[tuple[Any, ...]]()
        self.kinds = set[str]()

    def twin(self, played: tuple[int, ...]) -> Twin:
        """Return the twin after these digits."""
        twin = Twin(target=self.target, base=self.base)
        for digit in played:
            twin = twin.play(digit)
        return twin

    def reason(self, played: tuple[int, ...]) -> tuple[bool, str]:
        """Return whether the player to move wins, and the sentence shown to that player."""
        *_, position = self.game.positions(played)
        with self.engine.theory(self.game) as theory:
            analysis = analysis_of(theory, position, self.engine.budget(60, 0.02))
        return analysis.value is Value.WIN, analysis.reason

    def check(self, played: tuple[int, ...]) -> None:
        """Play by the sentence shown after these digits, for the player it says wins."""
        won, reason = self.reason(played)
        twin = self.twin(played)
        if found := AT_ONCE.fullmatch(reason):
            self.kinds.add("end")
            assert won
            after = twin.play(digit_of(found[6]))
            self.check_made(after, [*found.groups()[:5]])
            return
        move, plan, kind = self.read(twin, reason)
        self.kinds.add(kind)
        assert bool(move) == won
        if move:
            assert not twin.play(move).divided()
            twin = twin.play(move)
        self.beats_every_reply(twin, plan, twin.turn)

    def read(self, twin: Twin, reason: str) -> tuple[int, Plan, str]:
        """Return the first move (0 for none), what comes after it, and the kind of sentence."""
        if found := LAST.fullmatch(reason):
            assert (digit_of(found[1]), int(found[2])) == (twin.legal()[0], self.target)
            assert len(twin.legal()) == 1
            return 0, over, "last"
        if found := LEAVES_LAST.fullmatch(reason):
            assert sorted(map(digit_of, found.groups()[:2])) == twin.legal()
            return digit_of(found[1]), over, "last"
        found = SAFE.fullmatch(reason) or RARE.fullmatch(reason) or PARTNERED.fullmatch(reason)
        if not found:
            return self.read_tree(twin, reason)
        move = digit_of(found["move"]) if found["move"] else 0
        lost = twin.play(move) if move else twin
        if found.re is PARTNERED:
            self.check_partners(found)
            return move, partnered(found["pairs"]), "partners"
        assert finish(lost) is None
        if found.re is RARE:
            assert int(found["target"]) == self.target >= int(found["bound"])
            return move, any_safe, "rare"
        assert bool(found["out"]) == (len(lost.legal()) % 2 == 1)
        return move, chosen_by(found), "ahead" if found["ahead"] else "safe"

    def read_tree(self, twin: Twin, reason: str) -> tuple[int, Plan, str]:
        """Read a list of answers, with or without what comes after them."""
        if found := ANSWERED.fullmatch(reason):
            move = digit_of(found["move"]) if found["move"] else 0
            lost = twin.play(move) if move else twin
            return move, self.answered(lost, found), "answered"
        found = TREE.fullmatch(reason)
        assert found, reason
        move = digit_of(found["move"]) if found["move"] else 0
        plan, end = self.branches(twin.play(move) if move else twin, found["met"], 0)
        assert end == len(found["met"]), reason
        if (found["you"] or found["they"]) == "finish at once":
            lost = twin.play(move) if move else twin
            for reply in lost.legal():
                assert lost.play(reply).play(plan(lost.play(reply), reply)[0]).divided()
        return move, plan, "tree"

    def branches(self, lost: Twin, text: str, end: int) -> tuple[Plan, int]:
        """Read what meets each digit, up to the bracket that closes it, and where that is."""
        answers, open_names = dict[int, tuple[int, Plan]](), list[tuple[list[int], int]]()
        while True:
            if found := RUN_OUT.match(text, end):
                assert digits_in(found["names"]) == lost.legal()
                end = found.end()
            elif found := MET.match(text, end):
                replies, answer = digits_in(found["names"]), digit_of(found["answer"])
                end = self.read_branch(
                    lost, text, found.end(), (replies, answer), answers, open_names
                )
            else:
                raise AssertionError(text[end:])
            gap = next((gap for gap in ("; ", ", ", " and ") if text.startswith(gap, end)), "")
            assert open_names or gap in ("; ", ""), text
            if not gap:
                break
            end += len(gap)
        assert not open_names, text
        assert set(answers) | {d for d in lost.legal() if not lost.play(d).legal()} == set(
            lost.legal()
        )
        return (lambda twin, reply: answers[reply]), end

    def read_branch(
        self,
        lost: Twin,
        text: str,
        end: int,
        met: tuple[list[int], int],
        answers: dict[int, tuple[int, Plan]],
        open_names: list[tuple[list[int], int]],
    ) -> int:
        """Read what comes after one answer, and where that ends."""
        replies, answer = met
        if found := MADE_SO.match(text, end):
            made = [list(each) for each in re.findall(MADE, found["made"])]
            for reply, said in zip(replies, made, strict=True):
                self.check_made(lost.play(reply).play(answer), said)
                answers[reply] = answer, over
            return found.end()
        if text.startswith(" (then ", end):
            for reply in replies:
                plan, close = self.branches(lost.play(reply).play(answer), text, end + 7)
                answers[reply] = answer, plan
            assert text[close] == ")"
            return close + 1
        open_names.append(met)
        rule = RULED.match(text, end) or BY_PARTNER.match(text, end)
        if not rule:
            return end
        plan = chosen_by(rule) if rule.re is RULED else partnered(rule["pairs"])
        for names, reached in open_names:
            answers |= dict.fromkeys(names, (reached, plan))
        open_names.clear()
        return rule.end()

    def answered(self, lost: Twin, found: re.Match[str]) -> Plan:
        """Read the answer to each digit; after it the plan reads the next sentence."""
        answers = dict[int, int]()
        for said in found["answers"].split("; "):
            names, answered = said.split(" with ")
            answers |= dict.fromkeys(digits_in(names), digit_of(answered))
        ends = digits_in(found["ends"]) if found["ends"] else []
        assert sorted([*answers, *ends]) == lost.legal()
        assert all(not lost.play(digit).legal() for digit in ends)

        def answer(twin: Twin, reply: int) -> tuple[int, Plan]:
            after = twin.play(answers[reply])
            if after.winner() is not None:
                return answers[reply], over
            _, plan, _ = self.read(after, self.reason(tuple(after.placed))[1])
            return answers[reply], plan

        return answer

    def check_made(self, after: Twin, said: list[str]) -> None:
        """What is written is the number said, and that is the product said."""
        written, base, value, target, factor = said
        assert [digit_of(name) for name in written] == after.placed
        assert (int(base) if base else 10) == self.base
        assert int(value or written) == after.number() == int(target) * int(factor)
        assert int(target) == self.target

    def check_partners(self, found: re.Match[str]) -> None:
        """Multiples are just the numbers with such a last digit and such a sum of digits."""
        modulus, last = int(found["sum"]), digits_in(found["last"])
        for number in range(1, self.base**3):
            digits = [number // self.base**place % self.base for place in range(3)]
            if digits[0]:
                told = digits[0] in last and sum(digits) % modulus == 0
                assert told == (number % self.target == 0)

    def beats_every_reply(self, lost: Twin, plan: Plan, loser: int) -> None:
        """Let the loser, who is to move, write everything; the words must have an answer."""
        if lost.winner() is not None:
            assert lost.winner() != loser
            return
        for reply in lost.legal():
            twin = lost.play(reply)
            if twin.winner() is not None:
                assert twin.winner() != loser, twin.placed
                continue
            answer, then = plan(twin, reply)
            after = twin.play(answer)
            key = (then, frozenset(after.pool), after.number() % self.target)
            if after.winner() is not None or key not in self.seen:
                self.seen.add(key)
                self.beats_every_reply(after, then, loser)


def quiet_positions(words: Words, count: int, seed: int) -> list[tuple[int, ...]]:
    """Return positions of random games in which no digit is written that can be finished."""
    rng, found = Random(seed), set[tuple[int, ...]]({()})
    for _ in range(count):
        twin = words.twin(())
        for _ in range(rng.randint(1, words.base - 2)):
            after = [twin.play(digit) for digit in twin.legal()]
            calm = [each for each in after if each.winner() is None and finish(each) is None]
            if not calm:
                break
            twin = rng.choice(calm)
        found.add(tuple(twin.placed))
    return sorted(found)


@pytest.mark.parametrize("target", range(2, 61))
def test_the_words_win_in_base_ten(target: int) -> None:
    """The sentence wins against every digit, at the start and after quiet random digits."""
    words = Words(target)
    for played in quiet_positions(words, 30, target):
        words.check(played)
    assert words.kinds


@pytest.mark.parametrize("base", [3, 4, 5, 6, 7, 8, 9, 12])
def test_the_words_win_in_other_bases(base: int) -> None:
    """The same holds in other bases, below and above the target from which multiples are rare."""
    rng = Random(base)
    for target in rng.sample(range(2, base * base + 5), 6):
        words = Words(target, base)
        for played in quiet_positions(words, 6, target):
            words.check(played)


@pytest.mark.parametrize(("target", "base"), [(21, 15), (20, 16)])
def test_the_words_about_partners_win(target: int, base: int) -> None:
    """The digit sums, the partners and the end that the sentence tells are as it says."""
    words = Words(target, base)
    words.check(())
    assert words.kinds == {"partners"}


@pytest.mark.parametrize("played", [(), (6,)])
def test_twelve_says_to_finish(played: tuple[int, ...]) -> None:
    """For 12, where digits have answers of their own, the rule after them says to finish."""
    words = Words(12)
    assert "finish when" in words.reason(played)[1]
    words.check(played)
    assert words.kinds == {"tree"}
