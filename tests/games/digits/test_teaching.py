"""Digits' lesson: every sentence is true of the position that it is about."""

from __future__ import annotations

import re

import pytest

from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.digits.teaching import STEPS, idea, nudge
from divisor_duel.learn.lesson import Step
from tests.games.lessons import Check, check_lesson, is_lost, wins, won_at_once
from tests.reference.digits import Digits as Twin

TWELVES = [12, 24, 36, 48, 72, 84, 96]


def twin_of(step: Step) -> Twin:
    """The twin in the position shown."""
    options = step.game.options
    twin = Twin(target=int(options["target"]), base=int(options["base"]))
    for move in step.moves:
        twin = twin.play(move)
    return twin


def can_finish(twin: Twin) -> bool:
    """Whether the player to move can make a multiple."""
    return any(twin.play(digit).divided() for digit in twin.legal())


CLAIMS: dict[str, Check[Twin]] = {
    "The target is 12.": lambda twin, _: twin.target == 12,
    "Your opponent wrote 5.": lambda twin, _: twin.placed == [5],
    "Write any other digit after it.": lambda twin, _: all(
        d != 5 and twin.play(d).number() == 50 + d for d in twin.legal()
    ),
    "You can use each digit only once.": lambda twin, moves: all(
        d not in twin.play(d).legal() for d in moves
    ),
    "The player who makes a multiple of 12 wins.": lambda twin, _: all(
        after.winner() == 3 - after.turn
        for d in twin.legal()
        for after in [twin.play(d).play(e) for e in twin.play(d).legal()]
        if after.number() % 12 == 0
    ),
    "The target is 7, and your opponent wrote 1.": lambda twin, _: (
        (twin.target, twin.placed) == (7, [1])
    ),
    "Make a multiple of 7.": None,
    "14 = 2 x 7.": lambda twin, moves: moves == [4] and twin.play(4).number() == 14 == 2 * 7,
    "You win.": lambda twin, moves: all(won_at_once(twin, d) for d in moves),
    "Which number from 12 to 19 is a multiple of 7?": lambda twin, moves: (
        [n for n in range(12, 20) if n % 7 == 0] == [14] and 4 not in moves
    ),
    "You go first.": lambda twin, _: twin.placed == [],
    "12, 24, 36, 48, 72, 84 and 96 are multiples of 12.": lambda twin, _: all(
        n % 12 == 0 for n in TWELVES
    ),
    "So most digits let your opponent win at once.": lambda twin, _: (
        [d for d in twin.legal() if can_finish(twin.play(d))] == [n // 10 for n in TWELVES]
    ),
    "Write a digit that doesn't.": None,
    "Only one multiple of 12 starts with 5 or 6: it is 60, and there is no digit 0.": (
        lambda twin, moves: (
            [n for n in range(10, 100) if n % 12 == 0 and n // 10 in (5, 6)] == [60]
            and moves == [5, 6]
            and 0 not in twin.pool
        )
    ),
    "Your opponent can make the multiple of 12 that starts with this digit.": (
        lambda twin, moves: all(can_finish(twin.play(d)) for d in moves)
    ),
    "The number is 61.": lambda twin, _: twin.number() == 61,
    "Divided by 12, it leaves remainder 1.": lambda twin, _: twin.number() % 12 == 1,
    "So 61 acts just like 1.": lambda twin, _: all(
        (610 + d) % 12 == (10 + d) % 12 for d in range(10)
    ),
    "Win now.": None,
    "612 = 51 x 12.": lambda twin, moves: moves == [2] and twin.play(2).number() == 612 == 51 * 12,
    "Think of 61 as 1.": None,
    "Which digit turns 1 into 12?": lambda twin, moves: 2 not in moves,
    "The number is 65, with remainder 5.": lambda twin, _: twin.number() == 65 and 65 % 12 == 5,
    "Write a digit so that your opponent can't win next.": lambda twin, _: any(
        not can_finish(twin.play(d)) for d in twin.legal()
    ),
    "You also need an answer to every reply.": lambda twin, _: any(
        wins(twin, d) and not can_finish(twin.play(d)) for d in twin.legal()
    ),
    "Your opponent can't win next, and you can answer every reply.": lambda twin, moves: all(
        wins(twin, d) and not can_finish(twin.play(d)) for d in moves
    ),
    "Check the remainder you leave, and the digits your opponent can use.": None,
    "In base 5, the digits are 1, 2, 3 and 4.": lambda twin, _: (
        twin.base == 5 and twin.legal() == [1, 2, 3, 4]
    ),
    "If no one makes a multiple of 7, the player who writes the last digit loses.": (
        lambda twin, _: (
            twin.play(3).play(4).play(1).play(2).number() % 7 > 0
            and twin.play(3).play(4).play(1).play(2).winner() == 1
        )
    ),
    "That is your opponent.": lambda twin, _: len(twin.legal()) == 4,
    "Start so that they can't win before that.": None,
    "Now your opponent must avoid helping you, and they have to write the last digit.": (
        lambda twin, moves: (
            moves == [3]
            and not can_finish(twin.play(3))
            and any(can_finish(twin.play(3).play(d)) for d in twin.play(3).legal())
        )
    ),
    "Your opponent can make a multiple of 7.": lambda twin, moves: all(
        can_finish(twin.play(d)) for d in moves
    ),
    "In base 5, 12, 24 and 41 mean 7, 14 and 21.": lambda twin, _: (
        [int(n, 5) for n in ("12", "24", "41")] == [7, 14, 21]
    ),
    "With nine digits, the first player writes the last one.": lambda twin, _: (
        len(twin.legal()) == 9
    ),
    "With target 18, the second player can win.": lambda twin, _: (
        twin.target == 18 and is_lost(twin)
    ),
    "Play it, and watch the remainders.": None,
}


def test_every_sentence_is_true() -> None:
    """Each sentence that claims something is true, and no sentence is unchecked."""
    check_lesson(STEPS, twin_of, CLAIMS)


@pytest.mark.parametrize(("target", "base"), [(12, 10), (18, 16), (13, 5)])
def test_the_hints_are_about_this_position(target: int, base: int) -> None:
    """The remainder is a plain number in any base, and the last digit falls to the player named."""
    game = Digits(target=target, base=base)
    position = game.start()
    for digit in (base - 1, base - 2, 1):
        position = game.play(position, digit)
        if game.outcome(position):
            break
        found = re.search(
            r"Divided by (\d+), the number leaves remainder (\d+)", nudge(game, position)
        )
        assert found
        assert (int(found[1]), int(found[2])) == (target, position.number % target)
        left = len(game.legal_moves(position))
        who = "you write" if left % 2 else "your opponent writes"
        assert f"With {left} digits left, {who} the last one." in idea(game, position)
