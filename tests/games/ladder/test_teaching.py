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
    "You own 2 and they own 3.": lambda twin, _: (own(twin), theirs(twin)) == (2, 3),
    "Take a multiple of your own number: it is yours instead of 2.": lambda twin, _: all(
        move % 2 == 0 and theirs(twin.play(move)) == move for move in twin.legal()
    ),
    "From now on you climb the multiples of that number.": lambda twin, moves: (
        moves == twin.legal()
    ),
    "They opened with 15, and no multiple of 15 is left up to 20.": lambda twin, _: (
        theirs(twin) == 15 and open_to_them(twin) == []
    ),
    "Take anything.": None,
    "They cannot climb and have lost.": lambda twin, moves: (
        moves == twin.legal() and all(won_at_once(twin, move) for move in moves)
    ),
    "A large number is the top of its ladder.": lambda twin, _: all(2 * n > 20 for n in (11, 15)),
    "They own 7, and their only rung is 14.": lambda twin, _: (
        theirs(twin) == 7 and open_to_them(twin) == [14]
    ),
    "It is on your ladder too: you own 2.": lambda twin, _: own(twin) == 2 and 14 in twin.legal(),
    "Take it away.": None,
    "14 is gone, so they cannot climb.": lambda twin, moves: (
        moves == [14] and twin.play(14).legal() == []
    ),
    "You have won at once.": lambda twin, moves: all(won_at_once(twin, move) for move in moves),
    "They would climb to 14.": lambda twin, moves: all(
        twin.play(move).legal() == [14] for move in moves
    ),
    "Take the number that they need.": None,
    "Every step at least doubles.": lambda twin, _: all(m >= 2 * own(twin) for m in twin.legal()),
    "They own 12 and can climb once more, to 24.": lambda twin, _: (
        theirs(twin) == 12 and open_to_them(twin) == [24] and longest(twin, 12) == 1
    ),
    "You own 3: climb so that you can still climb after that.": lambda twin, _: own(twin) == 3,
    "They climb once at the most, and you climb once more after them.": one_each,
    "24 was their only step, and you took it.": lambda twin, moves: (
        moves == [24] == open_to_them(twin)
    ),
    "Too high, too soon: then you are the one who is stuck.": stuck_after_all,
    "You own 2, they own 3.": lambda twin, _: (own(twin), theirs(twin)) == (2, 3),
    "They can double 3 at most three times up to 40.": lambda twin, _: (
        longest(twin, 3) == 3 and 3 * 8 <= 40 < 3 * 16
    ),
    "Which step leaves you at least as many?": lambda twin, _: (
        [move for move in twin.legal() if longest(twin, move) >= 3] == [4]
    ),
    "From 4 you have 8, 16 and 32, which no multiple of 3 ever takes away.": lambda twin, moves: (
        moves == [4] and all(n in twin.pool and n % 3 for n in (8, 16, 32))
    ),
    "They run out first.": lambda twin, _: longest(twin, 3) == 3,
    "That is a long step, and it costs you a rung.": lambda twin, moves: all(
        longest(twin, move) < longest(twin, 4) for move in moves
    ),
    "The smallest one lasts longest.": lambda twin, _: (
        max(twin.legal(), key=lambda move: longest(twin, move)) == min(twin.legal())
    ),
    "They opened with 2.": lambda twin, _: theirs(twin) == 2,
    "If you take 3, they go on to 4 and stay ahead.": lambda twin, _: (
        4 in twin.play(3).legal() and longest(twin, 4) >= longest(twin, 3) - 1
    ),
    "Which number comes right after 2 on their ladder?": lambda twin, _: (
        min(open_to_them(twin)) == 4
    ),
    "You took their best rung, and 8, 16 and 32 are now yours as much as theirs.": (
        lambda twin, moves: (
            moves == [4] and all(n in twin.pool and n % 4 == n % 2 == 0 for n in (8, 16, 32))
        )
    ),
    "That lets them climb on ahead of you.": is_beaten_by_four,
    "Take the next rung of theirs.": None,
    "So: small steps last, and the best rung is the one that they need too.": None,
    "Whoever begins this one can win.": None,  # checked in tests/learn/test_lesson.py
    "Play it.": None,
}


def test_every_sentence_is_true() -> None:
    """Each sentence that claims something is true, and no sentence is unchecked."""
    check_lesson(STEPS, twin_of, CLAIMS)
