"""Teaching Divider Duel: lesson, ideas for hints and puzzles, positions in words."""

from __future__ import annotations

from random import Random

from divisor_duel.diagram import Heap, Heaps
from divisor_duel.game import Player
from divisor_duel.games.divider.rules import Divider, DividerPosition
from divisor_duel.games.parts import Ideas
from divisor_duel.learn.lesson import Goal, Step, Steps
from divisor_duel.numbers import runs

STEPS: Steps = (
    Step(
        Divider(),
        "Take a number. All its multiples go with it. Try 3.",
        ask=Goal.MOVE,
        among=(3,),
        right="3, 6 and 9 are gone. The player who takes the last number wins.",
        wrong="You can take that number too. But take 3 for now.",
    ),
    Step(
        Divider(),
        "2, 4 and 8 are left. Take all of them with one move.",
        moves=(5, 3, 7),
        ask=Goal.END,
        right="4 and 8 are multiples of 2, so nothing is left. You win.",
        wrong="Your opponent still has a number to take. Which number divides the other two?",
        winner=Player.TWO,
    ),
    Step(
        Divider(high=7),
        "Only 5 and 7 are left. Neither divides the other. Take one of them.",
        moves=(2, 3),
        ask=Goal.MOVE,
        right="Your opponent takes the last number and wins. Two equal groups cancel: your "
        "opponent copies every move you make.",
        winner=Player.TWO,
    ),
    Step(
        Divider(),
        "3, 5, 7 and 9 are left. 5 and 7 cancel, because each is alone. Leave only 5 and 7.",
        moves=(2,),
        ask=Goal.WIN,
        right="3 took 9 with it. Now copy every move your opponent makes.",
        wrong="Only 5 and 7 should be left. Remove 3 and 9 with one move.",
        winner=Player.TWO,
    ),
    Step(
        Divider(),
        "2, 3, 5, 7 and 9 are left. Only 3 and 9 belong together. Leave an even count of single "
        "numbers.",
        moves=(4, 6),
        ask=Goal.WIN,
        right="Four single numbers are left. You take turns, and you take the last one.",
        wrong="Which number can go so that the four others are all single?",
        winner=Player.ONE,
    ),
    Step(
        Divider(),
        "2 4 8 is a row: each number divides the next. Taking 4 also removes 8, as if you took "
        "two counters from a heap of three. Heaps of 3, 2 and 1 cancel: you can always answer "
        "with two equal heaps. Leave the rows 2 4 8, 3 9 and 7.",
        moves=(5,),
        ask=Goal.MOVE,
        among=(6,),
        right="Answer the next move so that two equal rows are left. After that, copy.",
        wrong="2 and 3 both divide 6, so 6 joins two rows. What is left without it?",
        winner=Player.TWO,
        diagrams=(Heaps((Heap(3, (2, 4, 8)), Heap(2, (3, 9)), Heap(1, (7,)))),),
    ),
    Step(
        Divider(high=20),
        "Split the list into groups that don't affect each other. Leave groups that cancel. The "
        "first player can win this game. Play it.",
        winner=Player.ONE,
    ),
)


def nudge(game: Divider, position: DividerPosition) -> str:
    """Say where to look."""
    return "Look for numbers with no factor and no multiple left."


def idea(game: Divider, position: DividerPosition) -> str:
    """Say what decides the position, without the move."""
    return (
        "Numbers that divide each other form a group. Two equal groups cancel. Leave groups that "
        "cancel, and make them cancel again after each reply."
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
