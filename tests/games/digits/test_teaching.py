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
    "Take a digit and write it at the right end of the number.": lambda twin, _: all(
        twin.play(d).number() == 50 + d for d in twin.legal()
    ),
    "They wrote 5; write any digit after it.": lambda twin, _: twin.placed == [5],
    "Each digit can be used only once.": lambda twin, moves: all(
        d not in twin.play(d).legal() for d in moves
    ),
    "Who makes 12 divide the number wins.": lambda twin, _: all(
        after.winner() == 3 - after.turn
        for d in twin.legal()
        for after in [twin.play(d).play(e) for e in twin.play(d).legal()]
        if after.number() % 12 == 0
    ),
    "The target is 7 and they wrote 1.": lambda twin, _: (twin.target, twin.placed) == (7, [1]),
    "Make a number that 7 divides.": None,
    "14 is 2 x 7.": lambda twin, moves: moves == [4] and twin.play(4).number() == 14 == 2 * 7,
    "You win.": lambda twin, moves: all(won_at_once(twin, d) for d in moves),
    "Which number from 12 to 19 is a multiple of 7?": lambda twin, moves: (
        [n for n in range(12, 20) if n % 7 == 0] == [14] and 4 not in moves
    ),
    "You begin.": lambda twin, _: twin.placed == [],
    "12, 24, 36, 48, 72, 84 and 96 are multiples of 12, so most digits let them win at once.": (
        lambda twin, _: (
            all(n % 12 == 0 for n in TWELVES)
            and [d for d in twin.legal() if can_finish(twin.play(d))] == [n // 10 for n in TWELVES]
        )
    ),
    "Write one that does not.": None,
    "Only 60 is a two-digit multiple of 12 that begins with 5 or 6, and 0 cannot be used.": (
        lambda twin, moves: (
            [n for n in range(10, 100) if n % 12 == 0 and n // 10 in (5, 6)] == [60]
            and moves == [5, 6]
            and 0 not in twin.pool
        )
    ),
    "They would finish the multiple of 12 that begins with it.": lambda twin, moves: all(
        can_finish(twin.play(d)) for d in moves
    ),
    "The number is 61.": lambda twin, _: twin.number() == 61,
    "Long numbers need no long sums: 61 leaves 1 when divided by 12, so it behaves like 1.": (
        lambda twin, _: 61 % 12 == 1 and all((610 + d) % 12 == (10 + d) % 12 for d in range(10))
    ),
    "Finish.": None,
    "612 is 51 x 12.": lambda twin, moves: moves == [2] and twin.play(2).number() == 612 == 51 * 12,
    "Think of 61 as 1: which digit makes 1 into 12?": lambda twin, moves: 2 not in moves,
    "The number is 65, which leaves 5.": lambda twin, _: twin.number() == 65 and 65 % 12 == 5,
    "Write a digit after which they cannot finish, and you can answer whatever they write.": (
        lambda twin, _: any(wins(twin, d) and not can_finish(twin.play(d)) for d in twin.legal())
    ),
    "They cannot finish from there, and whatever they write, you can still win.": (
        lambda twin, moves: all(wins(twin, d) and not can_finish(twin.play(d)) for d in moves)
    ),
    "Look at the remainder that you leave, and at the digits they still have.": None,
    "A small game in base 5: the digits are 1, 2, 3 and 4.": lambda twin, _: (
        twin.base == 5 and twin.legal() == [1, 2, 3, 4]
    ),
    "If the target never divides, whoever writes the last digit loses.": lambda twin, _: (
        twin.play(3).play(4).play(1).play(2).number() % 7 > 0
        and twin.play(3).play(4).play(1).play(2).winner() == 1
    ),
    "Four digits: the last is theirs.": lambda twin, _: len(twin.legal()) == 4,
    "Begin so that they cannot finish before.": None,
    "Now they have to avoid feeding you, and the last digit is waiting for them.": (
        lambda twin, moves: (
            moves == [3]
            and not can_finish(twin.play(3))
            and any(can_finish(twin.play(3).play(d)) for d in twin.play(3).legal())
        )
    ),
    "They can make a multiple of 7 from that: 12, 24 and 41 of base 5 are 7, 14 and 21.": (
        lambda twin, moves: (
            [int(n, 5) for n in ("12", "24", "41")] == [7, 14, 21]
            and all(can_finish(twin.play(d)) for d in moves)
        )
    ),
    "With nine digits the last one belongs to whoever begins.": lambda twin, _: (
        len(twin.legal()) % 2 == 1
    ),
    "With target 18, whoever does not begin can win.": lambda twin, _: (
        twin.target == 18 and is_lost(twin)
    ),
    "Play it, and mind the remainders.": None,
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
        whose = "yours" if left % 2 else "theirs"
        assert f"The last of the {left} digits would be {whose}" in idea(game, position)
