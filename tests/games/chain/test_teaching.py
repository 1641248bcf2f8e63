"""Chain's lesson: every sentence is true of the position that it is about."""

from __future__ import annotations

from divisor_duel.games.chain.teaching import STEPS
from divisor_duel.learn.lesson import Step
from tests.games.countdown.divisors import divisors
from tests.games.lessons import Check, check_lesson, wins, won_at_once
from tests.reference.chain import Chain as Twin

PAIRS_TO_10 = ((2, 6), (3, 9), (4, 8), (5, 10))
PAIRS_TO_12 = ((2, 12), (3, 9), (4, 8), (5, 10))


def twin_of(step: Step) -> Twin:
    """The twin in the position shown."""
    options = step.game.options
    twin = Twin(high=int(options["high"]), opening=str(options["opening"]))
    for move in step.moves:
        twin = twin.play(move)
    return twin


def neighbours(number: int, high: int) -> list[int]:
    """The factors and multiples of a number among 2 to high."""
    return [n for n in range(2, high + 1) if n != number and (n % number == 0 or number % n == 0)]


def are_pairs(pairs: tuple[tuple[int, int], ...], high: int) -> bool:
    """Whether each pair is a number with a factor or multiple, and no number is in two."""
    numbers = [number for pair in pairs for number in pair]
    return len({*numbers}) == len(numbers) and all(b in neighbours(a, high) for a, b in pairs)


def partners_answer(twin: Twin, pairs: tuple[tuple[int, int], ...]) -> bool:
    """Whether answering with the partner wins, where the opponent is to move."""
    partner = dict(pairs) | {b: a for a, b in pairs}
    return all(
        partner.get(reply) in twin.play(reply).legal()
        and partners_answer(twin.play(reply).play(partner[reply]), pairs)
        for reply in twin.legal()
    )


def some_pairs_answer(twin: Twin, move: int) -> bool:
    """Whether some pairs of what is left answer everything after a move."""
    free = [n for n in range(2, 13) if n != move and neighbours(n, 12)]
    return any(partners_answer(twin.play(move), pairs) for pairs in all_pairs(free))


def all_pairs(numbers: list[int]) -> list[tuple[tuple[int, int], ...]]:
    """All ways to pair some of the numbers, each with a factor or multiple."""
    if not numbers:
        return [()]
    first, *rest = numbers
    found = list(all_pairs(rest))
    for other in rest:
        if other in neighbours(first, 12):
            without = [n for n in rest if n != other]
            found += [((first, other), *pairs) for pairs in all_pairs(without)]
    return found


CLAIMS: dict[str, Check[Twin]] = {
    "They took 6.": lambda twin, _: twin.play(2).legal() != [] and 6 not in twin.legal(),
    "Answer with a number that divides 6 or that 6 divides, if it is still there.": (
        lambda twin, _: twin.legal() == neighbours(6, 10)
    ),
    "Here that is 2 or 3.": lambda twin, _: twin.legal() == [2, 3],
    "Now they must answer your number in the same way.": lambda twin, moves: all(
        twin.play(m).legal() == [n for n in neighbours(m, 10) if n != 6] for m in moves
    ),
    "Who has no answer loses.": lambda twin, _: won_at_once(twin.play(3), 9),
    "They opened with 14.": lambda twin, _: 14 not in twin.play(2).legal(),
    "One of your two answers leaves them nothing.": lambda twin, _: (
        [twin.play(m).legal() == [] for m in twin.legal()] == [False, True]
    ),
    "Win at once.": None,
    "The only multiple of 7 here was 14, and it is gone.": lambda twin, moves: (
        moves == [7] and neighbours(7, 14) == [14]
    ),
    "They have no answer: you win.": lambda twin, moves: all(won_at_once(twin, m) for m in moves),
    "2 has many multiples left.": lambda twin, moves: (
        moves == [2] and len(twin.play(2).legal()) > 3
    ),
    "Which number has none?": lambda twin, _: twin.play(7).legal() == [],
    "A prime above half of the largest number has no factor and no multiple here.": (
        lambda twin, _: all(neighbours(p, 14) == [] for p in range(8, 15) if not divisors(p))
    ),
    "Open with such a prime.": None,
    "Nothing answers it: won in one move, and a dull game.": lambda twin, moves: (
        moves == [11, 13] and all(won_at_once(twin, m) for m in moves)
    ),
    "That is why many agree that the first number must be even.": None,
    "That can be answered.": lambda twin, moves: all(twin.play(m).legal() for m in moves),
    "Look at the primes above 7.": None,
    "Now the secret.": None,
    "Pair the numbers: 2-6, 3-9, 4-8, 5-10, each with a factor or multiple.": lambda twin, _: (
        are_pairs(PAIRS_TO_10, 10)
    ),
    "They took 8: answer with its partner.": lambda twin, _: 8 in neighbours(4, 10),
    "Whatever they take now, its partner is still there for you.": lambda twin, moves: (
        moves == [4] and partners_answer(twin.play(4), PAIRS_TO_10)
    ),
    "Then 8's partner is left for them.": lambda twin, moves: all(
        4 in twin.play(m).legal() and wins(twin.play(m), 4) for m in moves
    ),
    "Answer 8 with the number it is paired with.": None,
    "They took 2.": lambda twin, _: twin.legal() == [6, 10],
    "The pairs were 2-6, 3-9, 4-8, 5-10.": lambda twin, _: are_pairs(PAIRS_TO_10, 10),
    "Go on.": None,
    "They can only take 3, and you have 9.": lambda twin, moves: (
        moves == [6] and twin.play(6).legal() == [3] and 9 in twin.play(6).play(3).legal()
    ),
    "You never run out before they do.": lambda twin, _: partners_answer(twin.play(6), PAIRS_TO_10),
    "10 is the partner of 5, and they would take 5.": lambda twin, moves: (
        moves == [10] and wins(twin.play(10), 5)
    ),
    "Keep to the pairs.": None,
    "Here one number with a neighbour is left over: 2-12, 3-9, 4-8, 5-10, and 6 alone.": (
        lambda twin, _: (
            are_pairs(PAIRS_TO_12, 12)
            and {n for n in range(2, 13) if neighbours(n, 12)} == {6, *sum(PAIRS_TO_12, ())}
        )
    ),
    "Open with a number that can be left over, and all others are paired.": lambda twin, _: (
        partners_answer(twin.play(6), PAIRS_TO_12)
    ),
    "Everything they can answer has a partner, and the partner is yours.": lambda twin, moves: all(
        some_pairs_answer(twin, m) for m in moves
    ),
    "10 must be paired with 5, or 5 has nobody.": lambda twin, moves: (
        moves == [10] and neighbours(5, 12) == [10]
    ),
    "Leave another one over, such as 6.": lambda twin, _: wins(twin, 6),
    "So: take the number left over, then always answer with the partner.": None,
    "Finding the pairs is the game.": None,
    "Whoever opens can win this one.": None,  # checked in tests/learn/test_lesson.py
    "Play it.": None,
}


def test_every_sentence_is_true() -> None:
    """Each sentence that claims something is true, and no sentence is unchecked."""
    check_lesson(STEPS, twin_of, CLAIMS)
