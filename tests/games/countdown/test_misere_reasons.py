"""Misere Countdown's sentences: all they say about numbers, recomputed by trial division."""

from __future__ import annotations

import re
from functools import cache

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.games.countdown.misere_certificate import EXCEPTIONS, answer
from divisor_duel.games.countdown.misere_reasons import tell
from divisor_duel.games.countdown.rules import Countdown
from tests.games.countdown.divisors import divisors, divisors_below

HIGHEST = 100_000

BEGIN = re.compile(r"Subtract (\d+) and leave (\d+)\. ")
FEW = re.compile(r"From (\d+), (.*)\. In misere, having nothing to subtract wins\.")
MANY = re.compile(
    r"(?:(?P<odd>\d+) is odd, so (?:you|they) can leave only even numbers|(?:You|They) have "
    r"(?P<count>\d+) divisors of (?P<even>\d+) to choose from)\. (?P<winner>You|They) can answer "
    r"each of them: (?P<reply>[^;.]*)\. This goes on until (?:you|they) have nothing to subtract, "
    r"which wins in misere\."
)
REPLY = re.compile(
    r"if (?P<loser>you|they) subtract (?P<taken>\d+), (?P<winner>you|they) "
    r"(?:have (?P<last>\d+) and nothing to subtract|"
    r"get (?P<left>\d+) and subtract (?P<answer>\d+) to leave (?P<rest>\d+), which loses too)"
)
END = "Nothing can be subtracted, and in misere that wins."


class Claims:
    """Checks sentences against divisors and, where it is known, against who loses."""

    def __init__(self, limit: int = 0) -> None:
        self.divisors = cache(divisors)
        self.below = divisors_below(limit)
        self.lost = dict.fromkeys(range(min(limit, 2)), False)
        for number in range(2, limit):
            left = [number - divisor for divisor in self.below[number]]
            self.lost[number] = bool(left) and not any(self.lost[rest] for rest in left)

    def divisors_of(self, number: int) -> list[int]:
        """Return the divisors of any number."""
        return self.below[number] if number < len(self.below) else self.divisors(number)

    def check(self, number: int, reason: str) -> None:
        """Recompute every claim of a sentence that is shown at `number`."""
        if reason == END:
            assert self.divisors_of(number) == []
            return
        begin = BEGIN.match(reason)
        assert self.lost.get(number, not begin) is not bool(begin)
        if begin:
            taken, left = map(int, begin.groups())
            assert taken in self.divisors_of(number)
            assert left == number - taken
            number, reason = left, reason[begin.end() :]
            assert self.lost.get(number, True)
        self.check_lost(number, reason, "they" if begin else "you")

    def check_lost(self, number: int, reason: str, loser: str) -> None:
        """Recompute what is said of a lost number."""
        replies = self.divisors_of(number)
        if few := FEW.fullmatch(reason):
            assert int(few[1]) == number
            assert [self.check_reply(number, said, loser) for said in few[2].split("; ")] == replies
            return
        many = MANY.fullmatch(reason)
        assert many, reason
        assert many["winner"].lower() != loser
        assert self.check_reply(number, many["reply"], loser) in replies
        assert int(many["odd"] or many["even"]) == number
        if many["odd"]:
            assert number % 2 == 1
            assert all((number - divisor) % 2 == 0 for divisor in replies)
        else:
            assert int(many["count"]) == len(replies)

    def check_reply(self, number: int, said: str, loser: str) -> int:
        """Recompute the claims about one reply, and return the reply."""
        found = REPLY.fullmatch(said)
        assert found, said
        assert found["loser"] == loser != found["winner"]
        taken, left = int(found["taken"]), int(found["last"] or found["left"])
        assert left == number - taken
        if found["last"]:
            assert self.divisors_of(left) == []
            return taken
        assert int(found["answer"]) in self.divisors_of(left)
        assert int(found["rest"]) == left - int(found["answer"])
        assert self.lost.get(int(found["rest"]), True)
        return taken


def test_every_word_is_true_for_every_start() -> None:
    """All claims hold at each number to 10^5, for the loser and for the winner."""
    claims, game = Claims(HIGHEST + 1), Countdown(HIGHEST, ending="misere")
    for number in range(2, HIGHEST + 1):
        if claims.below[number]:
            move = 0 if claims.lost[number] else answer(number)
            position = game.start()._replace(number=number)
            claims.check(number, tell(game, position, {"kind": "shape", "move": move}))


@pytest.mark.parametrize("start", sorted({*EXCEPTIONS, 2, 4, 9, 32, 51, 68, 102, 512, 771, 1028}))
def test_every_word_of_an_analysis_is_true(start: int) -> None:
    """All claims hold of the reasons of the exceptions to the rule, and of others."""
    claims, game = Claims(), GAMES["countdown"](start=start, ending="misere")
    analysis = analyze(game, game.start(), 2)
    if analysis.value is None:
        assert claims.divisors_of(start) == []
    else:
        claims.check(start, analysis.reason)
        assert analysis.reason.startswith("Subtract ") == (analysis.value == "win")
