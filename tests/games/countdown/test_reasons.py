"""Countdown's sentences: everything they say about numbers, recomputed by trial division."""

from __future__ import annotations

import re
from random import Random

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.games.countdown.reasons import tell
from divisor_duel.games.countdown.rules import Countdown
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


def proof(move: int, left: list[int] | None = None) -> dict[str, object]:
    """Return the proof for a sentence; `end` if the move leaves nothing to subtract."""
    return {"kind": "end" if left == [] else "parity", "move": move}


def test_every_word_is_true_for_every_start() -> None:
    """All claims hold at each number to 10^5 and for the first and last divisor that wins."""
    below, game, lost = divisors_below(HIGHEST + 1), Countdown(HIGHEST), set[int]()
    for number in range(2, HIGHEST + 1):
        position = game.start()._replace(number=number)
        winning = [divisor for divisor in below[number] if number - divisor in lost]
        if not winning:
            lost.add(number)
            if below[number]:
                check(number, tell(game, position, proof(0)), below)
        for divisor in {*winning[:1], *winning[-1:]}:
            left = below[number - divisor]
            check(number, tell(game, position, proof(divisor, left)), below)


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
    told = tell(game, game.start(), {"kind": "end", "move": 0})
    assert told == "Nothing can be subtracted from 7."
