"""Ladder's lesson: every sentence is true of the position that it is about."""

from __future__ import annotations

from divisor_duel.games.ladder.teaching import STEPS
from divisor_duel.learn.lesson import Step
from tests.games.lessons import Check, check_lesson, won_at_once
from tests.reference.ladder import Ladder as Twin


def twin_of(step: Step) -> Twin:
    """The twin in the position shown."""
    twin = Twin(high=int(step.game.options["high"]))
    for move in step.moves:
        twin = twin.play(move)
    return twin


def own(twin: Twin) -> int:
    """The number of the player to move, the learner."""
    return twin.current[twin.turn]


def theirs(twin: Twin) -> int:
    """The number of the opponent."""
    return twin.current[3 - twin.turn]


def open_to_them(twin: Twin) -> list[int]:
    """The numbers that the opponent could take, were it their turn."""
    return sorted(n for n in twin.pool if n > theirs(twin) and n % theirs(twin) == 0)


def longest(twin: Twin, number: int) -> int:
    """Return how many steps lead up from a number if the opponent takes none of them."""
    steps = [n for n in twin.pool if n > number and n % number == 0]
    return max((1 + longest(twin, step) for step in steps), default=0)


def one_each(twin: Twin, moves: list[int]) -> bool:
    """Whether after each move they climb once at most, and then the learner once more."""
    for move in moves:
        after = twin.play(move)
        if not after.legal():
            return False
        for reply in after.legal():
            answers = after.play(reply).legal()
            if not answers or not all(won_at_once(after.play(reply), a) for a in answers):
                return False
    return True


def stuck_after_all(twin: Twin, moves: list[int]) -> bool:
    """Whether after each move they have a reply after which the learner cannot climb."""
    return all(
        any(won_at_once(twin.play(move), reply) for reply in twin.play(move).legal())
        for move in moves
    )


def is_beaten_by_four(twin: Twin, moves: list[int]) -> bool:
    """Whether they can take 4 after each move, which then is twice as small as the learner's."""
    return bool(moves) and all(4 in twin.play(move).legal() for move in moves)


CLAIMS: dict[str, Check[Twin]] = {
    "You own 2, and your opponent owns 3.": lambda twin, _: (own(twin), theirs(twin)) == (2, 3),
    "Take a multiple of 2.": lambda twin, _: all(move % 2 == 0 for move in twin.legal()),
    "It becomes your new number.": lambda twin, _: all(
        theirs(twin.play(move)) == move for move in twin.legal()
    ),
    "From now on, you climb the multiples of that number.": lambda twin, moves: (
        moves == twin.legal()
    ),
    "Your opponent opened with 15.": lambda twin, _: theirs(twin) == 15,
    "There is no other multiple of 15 up to 20.": lambda twin, _: open_to_them(twin) == [],
    "Take any number.": None,
    "Your opponent can't climb, so you win.": lambda twin, moves: (
        moves == twin.legal() and all(won_at_once(twin, move) for move in moves)
    ),
    "A large number has no step above it.": lambda twin, _: all(2 * n > 20 for n in (11, 15)),
    "Your opponent owns 7 and can only climb to 14.": lambda twin, _: (
        theirs(twin) == 7 and open_to_them(twin) == [14]
    ),
    "You own 2.": lambda twin, _: own(twin) == 2,
    "Take 14 first.": lambda twin, _: 14 in twin.legal(),
    "14 is gone, so your opponent can't climb.": lambda twin, moves: (
        moves == [14] and twin.play(14).legal() == []
    ),
    "You win.": lambda twin, moves: all(won_at_once(twin, move) for move in moves),
    "Your opponent can climb to 14.": lambda twin, moves: all(
        twin.play(move).legal() == [14] for move in moves
    ),
    "Take the number they need.": None,
    "Every step at least doubles your number.": lambda twin, _: all(
        m >= 2 * own(twin) for m in twin.legal()
    ),
    "Your opponent owns 12 and can climb once, to 24.": lambda twin, _: (
        theirs(twin) == 12 and open_to_them(twin) == [24] and longest(twin, 12) == 1
    ),
    "You own 3.": lambda twin, _: own(twin) == 3,
    "Climb so that you can climb again after that.": None,
    "Your opponent can climb at most once, and you can climb again after that.": one_each,
    "24 was your opponent's only step, and you took it.": lambda twin, moves: (
        moves == [24] == open_to_them(twin)
    ),
    "That is too high.": None,
    "Now you run out of steps first.": stuck_after_all,
    "They can climb at most three times up to 40.": lambda twin, _: longest(twin, 3) == 3,
    "Which step leaves you at least three more?": lambda twin, _: (
        [move for move in twin.legal() if longest(twin, move) >= 3] == [4]
    ),
    "From 4 you can climb to 8, 16 and 32.": lambda twin, moves: (
        moves == [4] and {8, 16, 32} <= {*twin.pool}
    ),
    "Your opponent can't take them, because 3 divides none of them.": lambda twin, _: (
        theirs(twin) == 3 and all(n % 3 for n in (8, 16, 32))
    ),
    "So your opponent runs out first.": lambda twin, _: longest(twin, 3) == 3,
    "That step is too long and costs you another.": lambda twin, moves: all(
        longest(twin, move) < longest(twin, 4) for move in moves
    ),
    "Take the smallest step.": lambda twin, _: (
        max(twin.legal(), key=lambda move: longest(twin, move)) == min(twin.legal())
    ),
    "Your opponent opened with 2.": lambda twin, _: theirs(twin) == 2,
    "If you take 3, they take 4 and stay ahead.": lambda twin, _: (
        4 in twin.play(3).legal() and longest(twin, 4) >= longest(twin, 3) - 1
    ),
    "Which number comes right after 2 on their ladder?": lambda twin, _: (
        min(open_to_them(twin)) == 4
    ),
    "You took your opponent's best step.": lambda twin, moves: moves == [4],
    "Now you can use 8, 16 and 32 too.": lambda twin, _: all(
        n in twin.pool and n % 4 == n % 2 == 0 for n in (8, 16, 32)
    ),
    "Now your opponent climbs ahead of you.": is_beaten_by_four,
    "Take the next step on their ladder.": None,
    "Take small steps, and take the steps that your opponent needs.": None,
    "The first player can win this game.": None,  # checked in tests/learn/test_lesson.py
    "Play it.": None,
}


def test_every_sentence_is_true() -> None:
    """Each sentence that claims something is true, and no sentence is unchecked."""
    check_lesson(STEPS, twin_of, CLAIMS)
