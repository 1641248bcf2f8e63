"""Teaching Digits: its lesson, ideas for hints and puzzles, positions in words."""

from __future__ import annotations

from random import Random

from divisor_duel.game import Player
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.games.parts import Ideas
from divisor_duel.learn.lesson import Goal, Step, Steps
from divisor_duel.numbers import members

STEPS: Steps = (
    Step(
        Digits(12),
        "The target is 12. Your opponent wrote 5. Write any other digit after it.",
        moves=(5,),
        ask=Goal.MOVE,
        right="You can use each digit only once. The player who makes a multiple of 12 wins.",
    ),
    Step(
        Digits(7),
        "The target is 7, and your opponent wrote 1. Make a multiple of 7.",
        moves=(1,),
        ask=Goal.END,
        right="14 = 2 x 7. You win.",
        wrong="Which number from 12 to 19 is a multiple of 7?",
        winner=Player.TWO,
    ),
    Step(
        Digits(12),
        "You go first. 12, 24, 36, 48, 72, 84 and 96 are multiples of 12. So most digits let "
        "your opponent win at once. Write a digit that doesn't.",
        ask=Goal.MOVE,
        among=(5, 6),
        right="Only one multiple of 12 starts with 5 or 6: it is 60, and there is no digit 0.",
        wrong="Your opponent can make the multiple of 12 that starts with this digit.",
    ),
    Step(
        Digits(12),
        "The number is 61. Divided by 12, it leaves remainder 1. So 61 acts just like 1. Win now.",
        moves=(6, 1),
        ask=Goal.END,
        right="612 = 51 x 12. You win.",
        wrong="Think of 61 as 1. Which digit turns 1 into 12?",
        winner=Player.ONE,
    ),
    Step(
        Digits(12),
        "The number is 65, with remainder 5. Write a digit so that your opponent can't win next. "
        "You also need an answer to every reply.",
        moves=(6, 5),
        ask=Goal.WIN,
        right="Your opponent can't win next, and you can answer every reply.",
        wrong="Check the remainder you leave, and the digits your opponent can use.",
        winner=Player.ONE,
    ),
    Step(
        Digits(7, base=5),
        "In base 5, the digits are 1, 2, 3 and 4. If no one makes a multiple of 7, the player "
        "who writes the last digit loses. That is your opponent. Start so that they can't win "
        "before that.",
        ask=Goal.WIN,
        right="Now your opponent must avoid helping you, and they have to write the last digit.",
        wrong="Your opponent can make a multiple of 7. In base 5, 12, 24 and 41 mean 7, 14 and 21.",
        winner=Player.ONE,
    ),
    Step(
        Digits(18),
        "With nine digits, the first player writes the last one. With target 18, the second "
        "player can win. Play it, and watch the remainders.",
        winner=Player.TWO,
    ),
)


PUZZLE_TARGETS = (9, 12, 13, 14, 18, 27, 36)
"""Targets for puzzles: with most others only the last digit decides."""


def nudge(game: Digits, position: DigitsPosition) -> str:
    """Say where to look."""
    if not position.number:
        return f"Check which digits start a multiple of {game.target}."
    remainder = position.number % game.target
    return (
        f"Divided by {game.target}, the number leaves remainder {remainder}. Check what each digit "
        "would leave."
    )


def idea(game: Digits, position: DigitsPosition) -> str:
    """Say what decides the position, without the move."""
    count = position.left.bit_count()
    who = "you write" if count % 2 else "your opponent writes"
    base = f" (in base {game.base})" if game.base != 10 else ""
    return (
        f"Only the remainder counts{base}. Leave a remainder that no digit left can turn into 0. "
        f"With {count} digits left, {who} the last one. That loses if no one makes a multiple."
    )


def puzzle_options(rng: Random) -> dict[str, int]:
    """Return a set-up worth a puzzle."""
    return {"target": rng.choice(PUZZLE_TARGETS)}


def situation(game: Digits, position: DigitsPosition, you: Player) -> str:
    """Describe the position to `you`, the player to move, without a full stop."""
    written = game.written(position.number)
    digits = " ".join(game.format_move(digit) for digit in members(position.left))
    number = f"the number so far is {written}" if written else "no digit has been placed yet"
    return f"{number}; digits left: {digits}; you place the next one"


IDEAS = Ideas(nudge, idea, puzzle_options)
