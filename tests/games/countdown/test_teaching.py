"""Countdown's lesson: every sentence is true of the position that it is about."""

from __future__ import annotations

from divisor_duel.games.countdown.teaching import STEPS
from divisor_duel.learn.lesson import Step
from tests.games.countdown.divisors import divisors
from tests.games.lessons import Check, check_lesson, is_lost, wins, won_at_once
from tests.reference.countdown import Countdown as Twin


def twin_of(step: Step) -> Twin:
    """The twin in the position shown."""
    twin = Twin(start=int(step.game.options["start"]))
    for move in step.moves:
        twin = twin.play(move)
    return twin


def odd(numbers: list[int]) -> list[int]:
    """Those of the numbers that are odd."""
    return [number for number in numbers if number % 2]


def left(twin: Twin, moves: list[int]) -> list[int]:
    """What each move leaves."""
    return [twin.number - move for move in moves]


def comes_back_odd(twin: Twin, moves: list[int]) -> bool:
    """Whether each even number that is handed over can be answered with a lost odd one."""
    return all(
        any((n - d) % 2 and wins(twin.play(twin.number - n), d) for d in divisors(n))
        for n in left(twin, moves)
    )


def leaves_even(twin: Twin, moves: list[int]) -> bool:
    """Whether each move leaves an even number."""
    return bool(moves) and not odd(left(twin, moves))


CLAIMS: dict[str, Check[Twin]] = {
    "The number is 12.": lambda twin, _: twin.number == 12,
    "Choose a divisor of 12, but not 1 or 12 itself.": lambda twin, _: twin.legal() == divisors(12),
    "Subtract it.": None,
    "Try 3.": None,
    "12 - 3 = 9.": lambda twin, moves: left(twin, moves) == [9],
    "Now your opponent must subtract a divisor of 9.": lambda twin, _: (
        twin.play(3).legal() == divisors(9)
    ),
    "You can subtract that too.": lambda twin, moves: {*moves} < {*twin.legal()},
    "But subtract 3 for now.": None,
    "A prime has no such divisor.": lambda twin, _: not any(map(divisors, (2, 3, 5, 7, 11))),
    "A player who gets a prime loses.": lambda twin, _: all(
        Twin(start=prime).winner() == 2 for prime in (2, 3, 5, 7, 11)
    ),
    "Leave your opponent a prime.": None,
    "5 is prime, so your opponent can't subtract anything.": lambda twin, moves: (
        left(twin, moves) == [5] and twin.play(5).legal() == []
    ),
    "You win.": lambda twin, moves: all(won_at_once(twin, move) for move in moves),
    "10 - 2 = 8, and 8 has the divisors 2 and 4.": lambda twin, moves: (
        left(twin, moves) == [8] and divisors(8) == [2, 4]
    ),
    "Which move leaves a prime?": None,
    "You have 15.": lambda twin, _: twin.number == 15,
    "An odd number has only odd divisors, and odd minus odd is even.": lambda twin, _: (
        odd(twin.legal()) == twin.legal() and not odd(left(twin, twin.legal()))
    ),
    "So you can only leave an even number.": lambda twin, _: leaves_even(twin, twin.legal()),
    "Subtract any divisor.": None,
    "You left an even number.": leaves_even,
    "Your opponent can make it odd again, until you get a prime.": comes_back_odd,
    "So 15 loses.": lambda twin, _: is_lost(twin),
    "Now use this yourself.": None,
    "18 is even, but it has odd divisors.": lambda twin, _: (
        twin.number == 18 and bool(odd(divisors(18)))
    ),
    "Leave an odd number.": None,
    "From an odd number, your opponent can only leave you an even one.": lambda twin, moves: all(
        n % 2 and not odd([n - d for d in divisors(n)]) for n in left(twin, moves)
    ),
    "That leaves an even number.": leaves_even,
    "Subtract an odd divisor instead.": lambda twin, moves: odd(moves) == [] != odd(twin.legal()),
    "From 60 you left 45.": lambda twin, _: 60 - 15 == 45,
    "Your opponent subtracted 15, so you have 30.": lambda twin, _: twin.number == 30 == 45 - 15,
    "It is even, as planned.": lambda twin, _: twin.number % 2 == 0,
    "Leave an odd number again.": None,
    "Keep doing this.": None,
    "In the end, the odd number you leave is a prime.": lambda twin, moves: (
        left(twin, moves) == odd(left(twin, moves)) and all(wins(twin, move) for move in moves)
    ),
    "Subtract an odd divisor again.": lambda twin, moves: odd(moves) == [] != odd(twin.legal()),
    "16 = 2 x 2 x 2 x 2 has no odd divisor.": lambda twin, _: (
        twin.number == 2**4 and odd(divisors(16)) == []
    ),
    "But 2, 8, 32 and 128 lose too: each has an odd number of twos.": lambda twin, _: (
        [n for n in range(1, 10) if is_lost(Twin(start=2**n))] == [1, 3, 5, 7, 9]
    ),
    "Leave one of them.": None,
    "From 8, your opponent can leave 4 or 6.": lambda twin, moves: (
        left(twin, moves) == [8] and [8 - d for d in divisors(8)] == [6, 4]
    ),
    "From 4 you leave 2, a prime.": lambda twin, _: won_at_once(twin.play(8).play(4), 2),
    "From 6 you leave 3, also a prime.": lambda twin, _: won_at_once(twin.play(8).play(2), 3),
    "You left an even number with an odd divisor, so your opponent can make it odd.": (
        lambda twin, moves: all(n % 2 == 0 and odd(divisors(n)) for n in left(twin, moves))
    ),
    "That is the whole secret: leave an odd number, or 2, 8, 32 or 128.": lambda twin, _: (
        [n for n in range(2, 150) if is_lost(Twin(start=n))]
        == sorted([*range(3, 150, 2), 2, 8, 32, 128])
    ),
    "The first player can win from 144.": lambda twin, _: twin.number == 144 and not is_lost(twin),
    "Play it.": None,
}


def test_every_sentence_is_true() -> None:
    """Each sentence that claims something is true, and no sentence is unchecked."""
    check_lesson(STEPS, twin_of, CLAIMS)
