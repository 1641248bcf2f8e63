"""Countdown's rules and sentences: all they claim about numbers, checked by trial division."""

from __future__ import annotations

import re
from random import Random

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.engine.strategies import explanation
from divisor_duel.games.countdown.proofs import EXCEPTIONS, Parity, Shape, misere_answer
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.games.countdown.strategy import Halve, LeaveLosing, LeaveOdd
from divisor_duel.proof import End
from tests.games.countdown.divisors import divisors, divisors_below

HIGHEST = 40_000

WIN_ODD = re.compile(
    r"Take (\d+) to leave (\d+)\. An odd number has only odd divisors, so your opponent must give "
    r"you an even number that still has one, and you leave an odd number again\."
)
WIN_TWOS = re.compile(
    r"Take (\d+) to leave (\d+)\. (\d+) is (\w+) twos multiplied together\. "
    r"If they halve it, halve (\d+)\. "
    r"If they take anything else, leave an odd number\."
)
LOST_ODD = re.compile(
    r"(\d+) is odd, so all its divisors are odd\. Whatever you take leaves an even number with an "
    r"odd divisor, and your opponent leaves you an odd number again\."
)
LOST_TWOS = re.compile(
    r"(\d+) is (\w+) twos multiplied together\. "
    r"Halve it, and your opponent halves (\d+)\. Take anything "
    r"else, and they leave you an odd number\."
)
COUNTS = {"three": 3, "five": 5, "seven": 7, "nine": 9}


class Normal:
    """Checks the sentences of normal play at each number below a limit."""

    def __init__(self, limit: int) -> None:
        self.below = divisors_below(limit)

    def check(self, number: int, reason: str) -> None:
        """Recompute every claim of a sentence that is shown at `number`."""
        if found := WIN_ODD.fullmatch(reason) or WIN_TWOS.fullmatch(reason):
            taken, left = int(found[1]), int(found[2])
            assert taken in self.below[number]
            assert left == number - taken
            if found.re is WIN_TWOS:
                assert int(found[3]) == left
                self.check_twos(left, found[4], int(found[5]))
            else:
                self.check_odd(left)
        elif found := LOST_TWOS.fullmatch(reason):
            assert int(found[1]) == number
            self.check_twos(number, found[2], int(found[3]))
        else:
            found = LOST_ODD.fullmatch(reason)
            assert found, reason
            assert int(found[1]) == number
            self.check_odd(number)

    def check_odd(self, number: int) -> None:
        """It is odd and has divisors, and each leaves an even number with an odd divisor."""
        assert number % 2 == 1
        assert self.below[number]
        for divisor in self.below[number]:
            left = number - divisor
            assert left % 2 == 0
            assert any(odd % 2 for odd in self.below[left])

    def check_twos(self, number: int, count: str, half: int) -> None:
        """It is an odd number of twos multiplied, and only halving it leaves no odd divisor."""
        twos = COUNTS.get(count) or int(count)
        assert number == 2**twos == 2 * half
        assert twos % 2 == 1
        for divisor in self.below[number]:
            odd = [other for other in self.below[number - divisor] if other % 2]
            assert bool(odd) is (divisor != half)


def test_every_word_is_true_for_every_start() -> None:
    """All claims hold at each number to 40,000 and for the first and last divisor that wins."""
    normal, game, lost = Normal(HIGHEST + 1), Countdown(HIGHEST), set[int]()
    for number in range(2, HIGHEST + 1):
        position = game.start()._replace(number=number)
        below = normal.below[number]
        winning = [divisor for divisor in below if number - divisor in lost]
        if not winning:
            lost.add(number)
            if below:
                normal.check(number, explanation(game, position, Parity(0)))
        for divisor in {*winning[:1], *winning[-1:]}:
            if normal.below[number - divisor]:
                normal.check(number, explanation(game, position, Parity(divisor)))


def test_rules_leave_what_they_say() -> None:
    """Each rule applies exactly where it is right, and leaves a number that loses."""
    game, below = Countdown(4096), divisors_below(4097)
    for number in range(2, 4097):
        position = game.start()._replace(number=number)
        odd = [divisor for divisor in below[number] if divisor % 2]
        expected = odd[-1] if number % 2 == 0 and odd else 0
        assert LeaveOdd(number).move(position) == expected
        powers = [4**power for power in range(1, 7)]
        assert Halve(number).move(position) == (number // 2 if number in powers else 0)


@pytest.mark.parametrize("start", [60, 96, 128, 136, 512, 1001, 3 << 20, 1 << 33])
def test_headlines_are_short_and_name_a_winning_move(start: int) -> None:
    """Along a game, a headline has at most 35 words and is about a move that wins."""
    game, rng = GAMES["countdown"](start=start), Random(start)
    position = game.start()
    while moves := game.legal_moves(position):
        analysis = analyze(game, position, 0.2)
        assert len(analysis.reason.split()) <= 35
        taken = re.match(r"Take (\d+)", analysis.reason)
        assert bool(taken) == (analysis.value == "win")
        assert not taken or int(taken[1]) in analysis.winning
        position = game.play(position, rng.choice(moves))


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (
            12,
            "Take 3 to leave 9. They can only take 3 to leave 6. Take 3 to leave 3, and you win: "
            "3 is prime, so nothing can be subtracted.",
        ),
        (
            60,
            "Take 3 to leave 57. An odd number has only odd divisors, so your opponent must give "
            "you an even number that still has one, and you leave an odd number again.",
        ),
        (
            128,
            "128 is seven twos multiplied together. Halve it, and your opponent halves 64. "
            "Take anything else, and they leave you an odd number.",
        ),
        (
            9,
            "You can only take 3 to leave 6. They take 3 to leave 3 and win: 3 is prime, so "
            "nothing can be subtracted.",
        ),
    ],
)
def test_examples(start: int, reason: str) -> None:
    """Short wins name every move; longer ones give the idea."""
    game = GAMES["countdown"](start=start)
    assert analyze(game, game.start()).reason == reason


def test_a_number_without_a_move_needs_no_rule() -> None:
    """Where nothing can be subtracted, there is nothing to explain."""
    game = Countdown(7)
    assert explanation(game, game.start(), End(0)) == ""
    assert analyze(game, game.start()).reason.startswith("The game is over: ")


ANSWER = re.compile(
    r"[Ii]f (they|you) take (\d+), (?:(?:they )?take (\d+) to leave (\d+)"
    r"|(?:you|they) have nothing to take and win)\."
)


class Misere:
    """Checks the sentences of misere at each number below a limit."""

    def __init__(self, limit: int) -> None:
        self.below = divisors_below(limit)
        self.lost = [False] * limit
        for number in range(2, limit):
            left = [number - divisor for divisor in self.below[number]]
            self.lost[number] = bool(left) and not any(self.lost[rest] for rest in left)

    def check(self, number: int, reason: str) -> None:
        """Recompute every claim of a sentence that is shown at `number`."""
        begin = re.match(r"Take (\d+) to leave (\d+)\. ", reason)
        assert bool(begin) is not self.lost[number]
        if begin:
            assert int(begin[1]) in self.below[number]
            assert int(begin[2]) == number - int(begin[1])
            number = int(begin[2])
            reason = reason[begin.end() :]
        assert self.lost[number]
        replies = [self.check_answer(number, found) for found in ANSWER.finditer(reason)]
        if not reason.startswith("If "):
            loser, winner = ("they", "you") if begin else ("you", "they")
            claim = f"{number} loses: whatever {loser} take, {winner} can leave a losing number "
            assert reason.startswith(f"{claim}again. For example, if ")
            assert len(replies) == 1
        else:
            assert replies == self.below[number]
            left = {int(found[4]) for found in ANSWER.finditer(reason) if found[4]}
            ends = {0: ".", 1: f" {max(left, default=0)} loses.", 2: " Both lose."}[len(left)]
            assert reason.endswith(ends)

    def check_answer(self, number: int, found: re.Match[str]) -> int:
        """Recompute the answer to one reply, and return the reply."""
        reply = int(found[2])
        left = number - reply
        assert reply in self.below[number]
        if found[3] is None:
            assert self.below[left] == []
        else:
            assert int(found[3]) in self.below[left]
            assert int(found[4]) == left - int(found[3])
            assert self.lost[int(found[4])]
        return reply


def test_every_word_about_misere_is_true_for_every_start() -> None:
    """All claims hold at each number to 40,000, for the loser and for the winner."""
    misere, game = Misere(HIGHEST + 1), Countdown(HIGHEST, ending="misere")
    for number in range(2, HIGHEST + 1):
        if misere.below[number]:
            move = 0 if misere.lost[number] else misere_answer(number)
            position = game.start()._replace(number=number)
            misere.check(number, explanation(game, position, Shape(move)))


def test_the_losing_numbers_of_misere_are_as_the_rule_says() -> None:
    """Read literally, the list of losing numbers is right below the first exception."""
    misere, first = Misere(min(EXCEPTIONS)), min(EXCEPTIONS)
    primes = {number for number in range(2, first) if not misere.below[number]}
    such = {prime for prime in primes if prime >= 5} - {17, 257, 65537}
    powers = {4, *(2**power for power in range(5, 20, 2))}
    for number in range(2, first):
        odd = number % 2 and number not in primes and number not in {3 * prime for prime in such}
        expected = number in powers or (number % 2 == 0 and number // 2 in such) or bool(odd)
        assert misere.lost[number] is expected, number
    told = LeaveLosing(9).words(Countdown(first).start())
    assert f"From {first} on there are {len(EXCEPTIONS)} exceptions." in told


@pytest.mark.parametrize("start", sorted({*EXCEPTIONS, 4, 9, 32, 51, 68, 102, 512, 771, 1028}))
def test_exceptions_are_explained_in_few_words(start: int) -> None:
    """The exceptions to the rule have sentences too, about moves that are legal."""
    game = GAMES["countdown"](start=start, ending="misere")
    analysis = analyze(game, game.start(), 2)
    assert analysis.reason.startswith("Take ") == (analysis.value == "win")
    assert len(analysis.reason.split()) <= 35
    if analysis.value == "win":
        assert int(analysis.reason.split()[1]) in divisors(start)
