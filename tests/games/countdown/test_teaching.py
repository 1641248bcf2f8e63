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
    "There is one number: 12.": lambda twin, _: twin.number == 12,
    "Choose a number that divides it without remainder, but not 1 and not 12 itself, and subtract "
    "it.": lambda twin, _: twin.legal() == divisors(12),
    "Try 3.": None,
    "12 - 3 = 9.": lambda twin, moves: left(twin, moves) == [9],
    "Now it is their turn: they must subtract a divisor of 9.": lambda twin, _: (
        twin.play(3).legal() == divisors(9)
    ),
    "That is legal too.": lambda twin, moves: {*moves} < {*twin.legal()},
    "But subtract 3 for now.": None,
    "A prime has no such divisor.": lambda twin, _: not any(map(divisors, (2, 3, 5, 7, 11))),
    "Whoever has to move there has lost.": lambda twin, _: all(
        Twin(start=prime).winner() == 2 for prime in (2, 3, 5, 7, 11)
    ),
    "Leave them a prime.": None,
    "5 is prime, so they have nothing to subtract.": lambda twin, moves: (
        left(twin, moves) == [5] and twin.play(5).legal() == []
    ),
    "You have won.": lambda twin, moves: all(won_at_once(twin, move) for move in moves),
    "10 - 2 = 8, and 8 can still be divided by 2 and by 4.": lambda twin, moves: (
        left(twin, moves) == [8] and divisors(8) == [2, 4]
    ),
    "Which one leaves a prime?": None,
    "You are at 15.": lambda twin, _: twin.number == 15,
    "Odd numbers have only odd divisors, and odd minus odd is even: you can only hand over an even "
    "number.": lambda twin, _: not odd(left(twin, twin.legal())),
    "Subtract what you like.": None,
    "An even number, as it had to be.": leaves_even,
    "They can hand you an odd one again, and in the end a prime: 15 is lost.": (
        lambda twin, moves: is_lost(twin) and comes_back_odd(twin, moves)
    ),
    "Now turn it round.": None,
    "18 is even, but it has odd divisors.": lambda twin, _: (
        twin.number == 18 and bool(odd(divisors(18)))
    ),
    "Leave them an odd number.": None,
    "They have an odd number and can only give you an even one back.": lambda twin, moves: all(
        n % 2 and not odd([n - d for d in divisors(n)]) for n in left(twin, moves)
    ),
    "That leaves an even number.": leaves_even,
    "Subtract an odd divisor instead.": lambda twin, moves: odd(moves) == [] != odd(twin.legal()),
    "From 60 you left them 45, they subtracted 15, and you have 30: even, as promised.": (
        lambda twin, _: twin.number == 30 == 45 - 15 and 60 - 15 == 45
    ),
    "Do it again.": None,
    "So it goes on, until the odd number that you leave is a prime.": lambda twin, moves: (
        left(twin, moves) == odd(left(twin, moves)) and all(wins(twin, move) for move in moves)
    ),
    "Subtract an odd divisor again.": lambda twin, moves: odd(moves) == [] != odd(twin.legal()),
    "16 is 2 x 2 x 2 x 2 and has no odd divisor at all.": lambda twin, _: (
        twin.number == 2**4 and odd(divisors(16)) == []
    ),
    "Among such numbers 2, 8, 32, 128 and so on, an odd count of twos, are lost.": lambda twin, _: (
        [n for n in range(1, 10) if is_lost(Twin(start=2**n))] == [1, 3, 5, 7, 9]
    ),
    "Leave them one of these.": None,
    "8 is lost: halving it leaves 4, which you halve to 2, and 2 is prime.": lambda twin, moves: (
        left(twin, moves) == [8] and won_at_once(twin.play(8).play(4), 2) and divisors(2) == []
    ),
    "The other way leaves 6, an even number with an odd divisor.": lambda twin, _: (
        divisors(8) == [2, 4] and odd(divisors(8 - 2)) == [3]
    ),
    "What you left is even and has an odd divisor, so they can make it odd.": lambda twin, moves: (
        all(n % 2 == 0 and odd(divisors(n)) for n in left(twin, moves))
    ),
    "That is the whole secret: leave odd numbers, or 2, 8, 32, 128.": lambda twin, _: (
        [n for n in range(2, 150) if is_lost(Twin(start=n))]
        == sorted([*range(3, 150, 2), 2, 8, 32, 128])
    ),
    "Whoever begins at 144 can win.": lambda twin, _: twin.number == 144 and not is_lost(twin),
    "Play it.": None,
}


def test_every_sentence_is_true() -> None:
    """Each sentence that claims something is true, and no sentence is unchecked."""
    check_lesson(STEPS, twin_of, CLAIMS)
