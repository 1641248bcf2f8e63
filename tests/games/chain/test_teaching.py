"""Chain's lesson: every sentence is true of the position that it is about."""

from __future__ import annotations

from divisor_duel.diagram import Arcs
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
    "Your opponent took 6.": lambda twin, _: twin.play(2).legal() != [] and 6 not in twin.legal(),
    "Take a factor or a multiple of 6 that is left.": (
        lambda twin, _: twin.legal() == neighbours(6, 10)
    ),
    "Here that is 2 or 3.": lambda twin, _: twin.legal() == [2, 3],
    "Now your opponent needs a factor or a multiple of your number.": lambda twin, moves: all(
        twin.play(m).legal() == [n for n in neighbours(m, 10) if n != 6] for m in moves
    ),
    "Without one, they lose.": lambda twin, _: won_at_once(twin.play(3), 9),
    "Your opponent opened with 14.": lambda twin, _: 14 not in twin.play(2).legal(),
    "You can take 2 or 7.": lambda twin, _: twin.legal() == [2, 7],
    "One of them leaves no reply.": lambda twin, _: (
        [twin.play(m).legal() == [] for m in twin.legal()] == [False, True]
    ),
    "Win now.": None,
    "14 was the only other multiple of 7, and it is gone.": lambda twin, moves: (
        moves == [7] and neighbours(7, 14) == [14]
    ),
    "Your opponent has no reply.": lambda twin, moves: all(not twin.play(m).legal() for m in moves),
    "You win.": lambda twin, moves: all(won_at_once(twin, m) for m in moves),
    "2 has many multiples left.": lambda twin, moves: (
        moves == [2] and len(twin.play(2).legal()) > 3
    ),
    "Which number has none?": lambda twin, _: twin.play(7).legal() == [],
    "A prime above 7 has no factor here, and no other multiple up to 14.": (
        lambda twin, _: all(neighbours(p, 14) == [] for p in range(8, 15) if not divisors(p))
    ),
    "Open with such a prime.": None,
    "Nothing can follow it, so you win in one move.": lambda twin, moves: (
        moves == [11, 13] and all(won_at_once(twin, m) for m in moves)
    ),
    "That is a dull game.": None,
    "So many players agree to open with an even number.": None,
    "Your opponent has a reply to that.": lambda twin, moves: all(
        twin.play(m).legal() for m in moves
    ),
    "Try a prime above 7.": None,
    "Here is the secret.": None,
    "Pair the numbers: 2-6, 3-9, 4-8, 5-10.": lambda twin, _: are_pairs(PAIRS_TO_10, 10),
    "In each pair, one divides the other.": lambda twin, _: are_pairs(PAIRS_TO_10, 10),
    "Your opponent took 8.": lambda twin, _: 8 in neighbours(4, 10) and twin.legal() == [2, 4],
    "Take its partner.": None,
    "Whatever your opponent takes now, you can take its partner.": lambda twin, moves: (
        moves == [4] and partners_answer(twin.play(4), PAIRS_TO_10)
    ),
    "Now your opponent can take the partner of 8.": lambda twin, moves: all(
        4 in twin.play(m).legal() and wins(twin.play(m), 4) for m in moves
    ),
    "Take it first.": None,
    "Your opponent took 2.": lambda twin, _: twin.legal() == [6, 10],
    "The pairs were 2-6, 3-9, 4-8, 5-10.": lambda twin, _: are_pairs(PAIRS_TO_10, 10),
    "Take the partner again.": None,
    "Your opponent can only take 3, and then you take 9.": lambda twin, moves: (
        moves == [6] and twin.play(6).legal() == [3] and 9 in twin.play(6).play(3).legal()
    ),
    "You never run out first.": lambda twin, _: partners_answer(twin.play(6), PAIRS_TO_10),
    "10 is the partner of 5, so your opponent takes 5.": lambda twin, moves: (
        moves == [10] and wins(twin.play(10), 5)
    ),
    "Stick to the pairs.": None,
    "Here one number is left over: 2-12, 3-9, 4-8, 5-10, and 6 alone.": lambda twin, _: (
        are_pairs(PAIRS_TO_12, 12)
        and {n for n in range(2, 13) if neighbours(n, 12)} == {6, *sum(PAIRS_TO_12, ())}
    ),
    "Open with a number that the pairs can leave over.": lambda twin, _: partners_answer(
        twin.play(6), PAIRS_TO_12
    ),
    "Every number your opponent can take has a partner.": lambda twin, moves: all(
        some_pairs_answer(twin, m) for m in moves
    ),
    "You take the partner.": None,
    "Without 10, 5 has no partner.": lambda twin, moves: (
        moves == [10] and neighbours(5, 12) == [10]
    ),
    "Leave a different number over, such as 6.": lambda twin, _: wins(twin, 6),
    "Take the number left over.": None,
    "Then always take the partner.": None,
    "The hard part is finding the pairs.": None,
    "The first player can win this game.": None,  # checked in tests/learn/test_lesson.py
    "Play it.": None,
}


def test_every_sentence_is_true() -> None:
    """Each sentence that claims something is true, and no sentence is unchecked."""
    check_lesson(STEPS, twin_of, CLAIMS)


def test_the_drawings_show_the_pairs_of_the_words() -> None:
    """Each pair drawn is named in the text and divides; only numbers that are left are drawn."""
    drawn = [(step, diagram) for step in STEPS for diagram in step.diagrams]
    assert len(drawn) == 3
    for step, arcs in drawn:
        assert isinstance(arcs, Arcs)
        twin = twin_of(step)
        left = {*twin.pool} | ({twin.last} if twin.last else set())
        for one, other in arcs.pairs:
            assert f"{one}-{other}" in step.text
            assert other % one == 0
            assert {one, other} <= left
        assert {*arcs.numbers} <= left
        paired = {number for pair in arcs.pairs for number in pair}
        assert {*arcs.numbers} == paired | ({arcs.ringed} if arcs.ringed else set())
        assert not arcs.ringed or f"{arcs.ringed} alone" in step.text
