"""Teaching Ladder: lesson, ideas for hints and puzzles, positions in words."""

from __future__ import annotations

from random import Random

from divisor_duel.game import Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.parts import Ideas
from divisor_duel.learn.lesson import Goal, Step, Steps
from divisor_duel.numbers import runs

STEPS: Steps = (
    Step(
        Ladder(20),
        "You own 2, and your opponent owns 3. Take a multiple of 2. It becomes your new number.",
        moves=(2, 3),
        ask=Goal.MOVE,
        right="From now on, you climb the multiples of that number.",
    ),
    Step(
        Ladder(20),
        "Your opponent opened with 15. There is no other multiple of 15 up to 20. Take any number.",
        moves=(15,),
        ask=Goal.END,
        right="Your opponent can't climb, so you win. A large number has no step above it.",
        winner=Player.TWO,
    ),
    Step(
        Ladder(20),
        "Your opponent owns 7 and can only climb to 14. You own 2. Take 14 first.",
        moves=(2, 7),
        ask=Goal.END,
        right="14 is gone, so your opponent can't climb. You win.",
        wrong="Your opponent can climb to 14. Take the number they need.",
        winner=Player.ONE,
    ),
    Step(
        Ladder(30),
        "Every step at least doubles your number. Your opponent owns 12 and can climb once, to "
        "24. You own 3. Climb so that you can climb again after that.",
        moves=(3, 12),
        ask=Goal.WIN,
        right="Your opponent can climb at most once, and you can climb again after that.",
        at_once="24 was your opponent's only step, and you took it. You win.",
        wrong="That is too high. Now you run out of steps first.",
        winner=Player.ONE,
    ),
    Step(
        Ladder(40),
        "You own 2, and your opponent owns 3. They can climb at most three times up to 40. Which "
        "step leaves you at least three more?",
        moves=(2, 3),
        ask=Goal.WIN,
        right="From 4 you can climb to 8, 16 and 32. Your opponent can't take them, because 3 "
        "divides none of them. So your opponent runs out first.",
        wrong="That step is too long and costs you another. Take the smallest step.",
        winner=Player.ONE,
    ),
    Step(
        Ladder(50),
        "Your opponent opened with 2. If you take 3, they take 4 and stay ahead. Which number "
        "comes right after 2 on their ladder?",
        moves=(2,),
        ask=Goal.WIN,
        right="You took your opponent's best step. Now you can use 8, 16 and 32 too.",
        wrong="Now your opponent climbs ahead of you. Take the next step on their ladder.",
        winner=Player.TWO,
    ),
    Step(
        Ladder(100),
        "Take small steps, and take the steps that your opponent needs. The first player can win "
        "this game. Play it.",
        winner=Player.ONE,
    ),
)


def nudge(game: Ladder, position: LadderPosition) -> str:
    """Say where to look."""
    return "Count how often you and your opponent can still climb."


def idea(game: Ladder, position: LadderPosition) -> str:
    """Say what decides the position, without the move."""
    return (
        "Every step at least doubles your number, so small steps leave you more. Also try to take "
        "a number that your opponent needs."
    )


def favoured_moves(game: Ladder, position: LadderPosition) -> tuple[int, ...]:
    """Return the two smallest steps."""
    return game.legal_moves(position)[:2]


def puzzle_options(rng: Random) -> dict[str, int]:
    """Return a set-up worth a puzzle."""
    return {"high": rng.randint(30, 120)}


def situation(game: Ladder, position: LadderPosition, you: Player) -> str:
    """Describe the position to `you`, in one sentence without its full stop."""
    yours, theirs = (position.one, position.two)[:: 1 if you == 1 else -1]
    pool = runs(position.pool)
    return (
        f"your own number is {yours}, your opponent's own number is {theirs}; numbers left: {pool}"
    )


IDEAS = Ideas(nudge, idea, puzzle_options, favoured_moves)
