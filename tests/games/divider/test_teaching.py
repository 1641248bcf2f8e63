"""Divider's lesson: every sentence is true of the position that it is about."""

from __future__ import annotations

from divisor_duel.diagram import Heaps
from divisor_duel.games.divider.teaching import STEPS
from divisor_duel.learn.lesson import Step
from tests.games.divider.solving.left import set_truth
from tests.games.lessons import Check, check_lesson, is_lost, wins, won_at_once
from tests.reference.divider import Divider as Twin


def twin_of(step: Step) -> Twin:
    """The twin in the position shown."""
    twin = Twin(low=int(step.game.options["low"]), high=int(step.game.options["high"]))
    for move in step.moves:
        twin = twin.play(move)
    return twin


def taken(twin: Twin, move: int) -> list[int]:
    """The numbers that go with a move."""
    return sorted({*twin.legal()} - {*twin.play(move).legal()})


def parts(numbers: list[int]) -> list[list[int]]:
    """The numbers in parts that no division joins."""
    found: list[list[int]] = []
    for number in numbers:
        joined = [p for p in found if any(number % n == 0 or n % number == 0 for n in p)]
        found = [p for p in found if p not in joined]
        found.append(sorted([number, *(n for p in joined for n in p)]))
    return sorted(found)


def are_rows(found: list[list[int]]) -> bool:
    """Whether in each part every number divides all larger ones."""
    return all(b % a == 0 for part in found for a in part for b in part if a < b)


def two_equal_rows_can_be_left(twin: Twin, moves: list[int]) -> bool:
    """Whether each number taken from these rows has an answer that leaves two equal rows."""
    (move,) = moves
    lost = twin.play(move)
    for reply in lost.legal():
        after = lost.play(reply)
        good = [answer for answer in after.legal() if leaves_equal_rows(after, answer)]
        if not good or not all(wins(after, answer) for answer in good):
            return False
    return True


def leaves_equal_rows(twin: Twin, move: int) -> bool:
    """Whether a move leaves two equal rows."""
    left = parts(twin.play(move).legal())
    return len(left) == 2 and len(left[0]) == len(left[1]) and are_rows(left)


ROWS = [[2, 4, 8], [3, 9], [7]]

CLAIMS: dict[str, Check[Twin]] = {
    "Take a number.": None,
    "All its multiples go with it.": lambda twin, _: all(
        taken(twin, move) == [n for n in twin.legal() if n % move == 0] for move in twin.legal()
    ),
    "Try 3.": None,
    "3, 6 and 9 are gone.": lambda twin, moves: [taken(twin, m) for m in moves] == [[3, 6, 9]],
    "The player who takes the last number wins.": lambda twin, _: won_at_once(
        twin.play(2).play(3).play(5), 7
    ),
    "You can take that number too.": lambda twin, moves: {*moves} < {*twin.legal()},
    "But take 3 for now.": None,
    "2, 4 and 8 are left.": lambda twin, _: twin.legal() == [2, 4, 8],
    "Take all of them with one move.": None,
    "4 and 8 are multiples of 2, so nothing is left.": lambda twin, moves: (
        moves == [2] and taken(twin, 2) == [2, 4, 8]
    ),
    "You win.": lambda twin, moves: all(won_at_once(twin, m) for m in moves),
    "Your opponent still has a number to take.": lambda twin, moves: all(
        twin.play(m).legal() for m in moves
    ),
    "Which number divides the other two?": lambda twin, _: (
        [m for m in twin.legal() if len(taken(twin, m)) == 3] == [2]
    ),
    "Only 5 and 7 are left.": lambda twin, _: twin.legal() == [5, 7],
    "Neither divides the other.": lambda twin, _: len(parts([5, 7])) == 2,
    "Take one of them.": None,
    "Your opponent takes the last number and wins.": lambda twin, moves: all(
        won_at_once(twin.play(m), 12 - m) for m in moves
    ),
    "Two equal groups cancel: your opponent copies every move you make.": lambda twin, _: is_lost(
        twin
    ),
    "3, 5, 7 and 9 are left.": lambda twin, _: twin.legal() == [3, 5, 7, 9],
    "5 and 7 cancel, because each is alone.": lambda twin, _: is_lost(twin.play(3)),
    "Leave only 5 and 7.": lambda twin, _: twin.play(3).legal() == [5, 7],
    "3 took 9 with it.": lambda twin, moves: moves == [3] and taken(twin, 3) == [3, 9],
    "Now copy every move your opponent makes.": lambda twin, _: all(
        won_at_once(twin.play(3).play(m), 12 - m) for m in (5, 7)
    ),
    "Only 5 and 7 should be left.": lambda twin, moves: all(
        twin.play(m).legal() != [5, 7] for m in moves
    ),
    "Remove 3 and 9 with one move.": lambda twin, moves: (
        not any(taken(twin, m) == [3, 9] for m in moves)
    ),
    "2, 3, 5, 7 and 9 are left.": lambda twin, _: twin.legal() == [2, 3, 5, 7, 9],
    "Only 3 and 9 belong together.": lambda twin, _: parts(twin.legal()) == [[2], [3, 9], [5], [7]],
    "Leave an even count of single numbers.": None,
    "Four single numbers are left.": lambda twin, moves: (
        [[len(p) for p in parts(twin.play(m).legal())] for m in moves] == [[1, 1, 1, 1]]
    ),
    "You take turns, and you take the last one.": lambda twin, moves: all(
        is_lost(twin.play(m)) for m in moves
    ),
    "Which number can go so that the four others are all single?": lambda twin, moves: (
        [n for n in twin.legal() if len(parts([m for m in twin.legal() if m != n])) == 4] == [3, 9]
        and 9 not in moves
    ),
    "2 4 8 is a row: each number divides the next.": lambda twin, _: are_rows([[2, 4, 8]]),
    "Taking 4 also removes 8, as if you took two counters from a heap of three.": lambda twin, _: (
        taken(twin, 4) == [4, 8]
        and [len([n for n in (2, 4, 8) if n % m]) for m in (8, 4, 2)] == [2, 1, 0]
    ),
    "Heaps of 3, 2 and 1 cancel: you can always answer with two equal heaps.": lambda twin, _: (
        is_lost(twin.play(6)) and two_equal_rows_can_be_left(twin, [6])
    ),
    "Leave the rows 2 4 8, 3 9 and 7.": lambda twin, _: (
        parts(twin.play(6).legal()) == sorted(ROWS) and are_rows(ROWS)
    ),
    "Answer the next move so that two equal rows are left.": two_equal_rows_can_be_left,
    "After that, copy.": None,
    "2 and 3 both divide 6, so 6 joins two rows.": lambda twin, moves: (
        [row for row in ROWS if 6 % row[0] == 0] == [[2, 4, 8], [3, 9]] and 6 not in moves
    ),
    "What is left without it?": None,
    "Split the list into groups that don't affect each other.": None,
    "Leave groups that cancel.": None,
    "The first player can win this game.": lambda twin, _: any(wins(twin, m) for m in twin.legal()),
    "Play it.": None,
}


def test_the_rows_are_drawn_as_the_heaps_that_the_words_name() -> None:
    """They are the rows that the right move leaves, and each is worth its nim-value."""
    (step,) = [step for step in STEPS if step.diagrams]
    (heaps,) = step.diagrams
    assert isinstance(heaps, Heaps)
    (move,) = step.among
    assert sorted(list(heap.numbers) for heap in heaps.heaps) == parts(
        twin_of(step).play(move).legal()
    )
    assert [heap.size for heap in heaps.heaps] == [3, 2, 1]
    assert "Heaps of 3, 2 and 1 cancel" in step.text
    memo = dict[frozenset[int], tuple[int, int]]()
    for heap in heaps.heaps:
        assert set_truth(frozenset(heap.numbers), memo)[0] == heap.size


def test_every_sentence_is_true() -> None:
    """Each sentence that claims something is true, and no sentence is unchecked."""
    check_lesson(STEPS, twin_of, CLAIMS)
