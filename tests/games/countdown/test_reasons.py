"""Countdown's sentences: everything they say about numbers, recomputed by trial division."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.games.countdown.proofs import EXCEPTIONS, Parity, Shape, misere_answer
from divisor_duel.games.countdown.reasons import misere_sentence, sentence
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.proof import End
from tests.games.countdown.divisors import divisors, divisors_below

HIGHEST = 100_000

PRIME = re.compile(r"Take (\d+) to leave (\d+), a prime\. Your opponent has nothing to subtract\.")
TWOS = re.compile(
    r"Take (\d+) to leave (\d+), a product of (\d+) twos\. If your opponent halves it, you halve "
    r"(\d+)\. If they subtract anything else, you get an even number with an odd divisor and leave "
    r"an odd number\."
)
ODD = re.compile(
    r"Take (\d+) to leave (\d+)\. An odd number has only odd divisors, so your opponent must give "
    r"you an even number that their divisor still divides\. You leave an odd number again, until "
    r"they get a prime\."
)
LOST_TWOS = re.compile(
    r"(\d+) is a product of (\d+) twos\. Halve it, and your opponent wins from (\d+), a product of "
    r"(\d+) twos\. Subtract anything else, and they get an even number with an odd divisor, which "
    r"wins\."
)
LOST_ODD = re.compile(
    r"(\d+) is odd, so all its divisors are odd\. Whatever you subtract, your opponent gets an "
    r"even number that your divisor still divides\. They leave you an odd number again, until you "
    r"get a prime\."
)


def check(number: int, reason: str, below: list[list[int]] | None = None) -> None:
    """Recompute every claim of a sentence that is shown at `number`."""
    if found := PRIME.fullmatch(reason):
        taken, left = map(int, found.groups())
        check_take(number, taken, left, below)
        assert divisors_of(left, below) == []
    elif found := TWOS.fullmatch(reason):
        taken, left, count, half = map(int, found.groups())
        check_take(number, taken, left, below)
        check_twos(left, count, half, below)
    elif found := ODD.fullmatch(reason):
        taken, left = map(int, found.groups())
        check_take(number, taken, left, below)
        check_odd(left, below)
    elif found := LOST_TWOS.fullmatch(reason):
        told, count, half, fewer = map(int, found.groups())
        assert (told, fewer) == (number, count - 1)
        check_twos(number, count, half, below)
    else:
        found = LOST_ODD.fullmatch(reason)
        assert found, reason
        assert int(found[1]) == number
        check_odd(number, below)


def divisors_of(number: int, below: list[list[int]] | None) -> list[int]:
    """Return the divisors from the table, if there is one."""
    return below[number] if below else divisors(number)


def check_take(number: int, taken: int, left: int, below: list[list[int]] | None) -> None:
    """The number to take is a divisor, and leaves what is said."""
    assert taken in divisors_of(number, below)
    assert left == number - taken


def check_twos(number: int, count: int, half: int, below: list[list[int]] | None) -> None:
    """It is 2 to an odd power, and all that is not its half leaves an odd divisor."""
    assert number == 2**count == 2 * half
    assert count % 2 == 1
    for divisor in divisors_of(number, below):
        left = number - divisor
        assert divisor == half or (left % 2 == 0 and left & left - 1)


def check_odd(number: int, below: list[list[int]] | None) -> None:
    """It is odd and has divisors, and each leaves an even number that it divides again."""
    assert number % 2 == 1
    assert divisors_of(number, below)
    for divisor in divisors_of(number, below):
        left = number - divisor
        assert divisor % 2 == 1
        assert left % 2 == 0
        assert left % divisor == 0
        assert 1 < divisor < left


def proof(move: int, left: list[int] | None = None) -> End | Parity:
    """Return the proof for a sentence; `end` if the move leaves nothing to subtract."""
    return End(move) if left == [] else Parity(move)


def test_every_word_is_true_for_every_start() -> None:
    """All claims hold at each number to 10^5 and for the first and last divisor that wins."""
    below, game, lost = divisors_below(HIGHEST + 1), Countdown(HIGHEST), set[int]()
    for number in range(2, HIGHEST + 1):
        position = game.start()._replace(number=number)
        winning = [divisor for divisor in below[number] if number - divisor in lost]
        if not winning:
            lost.add(number)
            if below[number]:
                check(number, sentence(game, position, proof(0)), below)
        for divisor in {*winning[:1], *winning[-1:]}:
            left = below[number - divisor]
            check(number, sentence(game, position, proof(divisor, left)), below)


@pytest.mark.parametrize("start", [60, 96, 128, 136, 512, 1001, 3 << 20, 1 << 33])
def test_every_word_of_an_analysis_is_true(start: int) -> None:
    """All claims hold of the reasons that analyses give along a game."""
    game, rng = GAMES["countdown"](start=start), Random(start)
    position = game.start()
    for _ in range(12):
        moves = game.legal_moves(position)
        if not moves:
            break
        analysis = analyze(game, position, 2)
        check(position.number, analysis.reason)
        taken = re.match(r"Take (\d+)", analysis.reason)
        assert bool(taken) == (analysis.value == "win")
        assert not taken or int(taken[1]) in analysis.winning
        position = game.play(position, rng.choice(moves))


def test_a_number_without_a_move_is_told_so() -> None:
    """Where nothing can be subtracted, the sentence says that and no more."""
    game = Countdown(7)
    told = sentence(game, game.start(), End(0))
    assert told == "Nothing can be subtracted from 7."


MISERE_HIGHEST = 100_000

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


def test_every_word_about_misere_is_true_for_every_start() -> None:
    """All claims hold at each number to 10^5, for the loser and for the winner."""
    claims, game = Claims(MISERE_HIGHEST + 1), Countdown(MISERE_HIGHEST, ending="misere")
    for number in range(2, MISERE_HIGHEST + 1):
        if claims.below[number]:
            move = 0 if claims.lost[number] else misere_answer(number)
            position = game.start()._replace(number=number)
            claims.check(number, misere_sentence(game, position, Shape(move)))


@pytest.mark.parametrize("start", sorted({*EXCEPTIONS, 2, 4, 9, 32, 51, 68, 102, 512, 771, 1028}))
def test_every_word_of_a_misere_analysis_is_true(start: int) -> None:
    """All claims hold of the reasons of the exceptions to the rule, and of others."""
    claims, game = Claims(), GAMES["countdown"](start=start, ending="misere")
    analysis = analyze(game, game.start(), 2)
    if analysis.value is None:
        assert claims.divisors_of(start) == []
    else:
        claims.check(start, analysis.reason)
        assert analysis.reason.startswith("Subtract ") == (analysis.value == "win")
