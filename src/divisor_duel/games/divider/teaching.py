"""Teaching Divider Duel: lesson, ideas for hints and puzzles, positions in words."""

from __future__ import annotations

from random import Random

from divisor_duel.game import Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.parts import Ideas
from divisor_duel.learn.lesson import Goal, Step, Steps
from divisor_duel.numbers import runs

STEPS: Steps = (
    Step(
        Divider(),
        "Take a number, and all its multiples go with it. Try 3.",
        ask=Goal.MOVE,
        among=(3,),
        right="3, 6 and 9 are gone. Whoever takes the last number wins.",
        wrong="That is legal too. But take 3 for now.",
    ),
    Step(
        Divider(),
        "2, 4 and 8 are left. Empty the list.",
        moves=(5, 3, 7),
        ask=Goal.END,
        right="2 divides them all, so nothing is left: you win.",
        wrong="Something is left for them. Which number takes the other two along?",
        winner=Player.TWO,
    ),
    Step(
        Divider(high=7),
        "Only 5 and 7 are left, and neither divides the other. Take one.",
        moves=(2, 3),
        ask=Goal.MOVE,
        right="And they take the other. Two equal parts are lost for whoever must begin: the "
        "second player copies.",
        winner=Player.TWO,
    ),
    Step(
        Divider(),
        "3, 5, 7 and 9 are left. 5 and 7 are equal parts that cancel. Leave them just that.",
        moves=(2,),
        ask=Goal.WIN,
        right="3 took 9 along. Now you copy whatever they do.",
        wrong="Look again: get rid of 3 and 9 together.",
        winner=Player.TWO,
    ),
    Step(
        Divider(),
        "2, 3, 5, 7 and 9 are left, and only 3 and 9 belong together. Make all parts equal, and "
        "their number even.",
        moves=(4, 6),
        ask=Goal.WIN,
        right="Four single numbers are left: they take one, you take one, and the last is yours.",
        wrong="Count the parts. Without 9 there would be four numbers that stand alone.",
        winner=Player.ONE,
    ),
    Step(
        Divider(),
        "2 4 8 is a row: each number divides the next. From it you can leave two numbers, one or "
        "none. Rows of 3, 2 and 1 numbers cancel too: whatever is taken, the answer can leave two "
        "equal rows. Leave the rows 2 4 8, 3 9 and 7.",
        moves=(5,),
        ask=Goal.MOVE,
        among=(6,),
        right="Now answer their move so that two equal rows are left, and copy from then on.",
        wrong="6 belongs to two rows at once. What is left without it?",
        winner=Player.TWO,
    ),
    Step(
        Divider(high=20),
        "So: cut the list into parts that have nothing to do with each other, and leave parts "
        "that cancel. Whoever begins this one can win. Play it.",
        winner=Player.ONE,
    ),
)


def nudge(game: Divider, position: DividerPosition) -> str:
    """Say where to look."""
    return "Look for numbers that have nothing to do with the others."


def idea(game: Divider, position: DividerPosition) -> str:
    """Say what decides the position, without the move."""
    return (
        "Numbers that no division connects form separate groups, and two equal groups cancel. "
        "Leave groups that cancel, and after each move make them cancel again."
    )


def favoured_moves(game: Divider, position: DividerPosition) -> tuple[int, ...]:
    """Return the moves that leave an even count, which wins among single numbers."""
    moves = game.legal_moves(position)
    even = tuple(move for move in moves if not game.play(position, move).left.bit_count() % 2)
    return even or moves


def puzzle_options(rng: Random) -> dict[str, int]:
    """Return a set-up worth a puzzle."""
    return {"high": rng.randint(9, 24)}


def situation(game: Divider, position: DividerPosition, you: Player) -> str:
    """Describe the position to `you`, in one sentence without its full stop."""
    return f"on the shared list, from which you remove a number: {runs(position.left)}"


IDEAS = Ideas(nudge, idea, puzzle_options, favoured_moves)
