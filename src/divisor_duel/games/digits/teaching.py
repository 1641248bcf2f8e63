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
        "The target is 12. Take a digit and write it at the right end of the number. They wrote "
        "5; write any digit after it.",
        moves=(5,),
        ask=Goal.MOVE,
        right="Each digit can be used only once. Who makes 12 divide the number wins.",
    ),
    Step(
        Digits(7),
        "The target is 7 and they wrote 1. Make a number that 7 divides.",
        moves=(1,),
        ask=Goal.END,
        right="14 is 2 x 7. You win.",
        wrong="Which number from 12 to 19 is a multiple of 7?",
        winner=Player.TWO,
    ),
    Step(
        Digits(12),
        "You begin. 12, 24, 36, 48, 72, 84 and 96 are multiples of 12, so most digits let them "
        "win at once. Write one that does not.",
        ask=Goal.MOVE,
        among=(5, 6),
        right="Only 60 is a two-digit multiple of 12 that begins with 5 or 6, and 0 cannot be "
        "used.",
        wrong="They would finish the multiple of 12 that begins with it.",
    ),
    Step(
        Digits(12),
        "The number is 61. Long numbers need no long sums: 61 leaves 1 when divided by 12, so it "
        "behaves like 1. Finish.",
        moves=(6, 1),
        ask=Goal.END,
        right="612 is 51 x 12. You win.",
        wrong="Think of 61 as 1: which digit makes 1 into 12?",
        winner=Player.ONE,
    ),
    Step(
        Digits(12),
        "The number is 65, which leaves 5. Write a digit after which they cannot finish, and "
        "you can answer whatever they write.",
        moves=(6, 5),
        ask=Goal.WIN,
        right="They cannot finish from there, and whatever they write, you can still win.",
        wrong="Look at the remainder that you leave, and at the digits they still have.",
        winner=Player.ONE,
    ),
    Step(
        Digits(7, base=5),
        "A small game in base 5: the digits are 1, 2, 3 and 4. If the target never divides, "
        "whoever writes the last digit loses. Four digits: the last is theirs. Begin so that "
        "they cannot finish before.",
        ask=Goal.WIN,
        right="Now they have to avoid feeding you, and the last digit is waiting for them.",
        wrong="They can make a multiple of 7 from that: 12, 24 and 41 of base 5 are 7, 14 and 21.",
        winner=Player.ONE,
    ),
    Step(
        Digits(18),
        "With nine digits the last one belongs to whoever begins. With target 18, whoever does "
        "not begin can win. Play it, and mind the remainders.",
        winner=Player.TWO,
    ),
)


PUZZLE_TARGETS = (9, 12, 13, 14, 18, 27, 36)
"""Targets for puzzles: with most others only the last digit decides."""


def nudge(game: Digits, position: DigitsPosition) -> str:
    """Say where to look."""
    if not position.number:
        return "Look at which digits begin a multiple of the target."
    remainder = position.number % game.target
    return (
        f"Divided by {game.target}, the number leaves remainder {remainder}: look at what each "
        "digit would leave."
    )


def idea(game: Digits, position: DigitsPosition) -> str:
    """Say what decides the position, without the move."""
    count = position.left.bit_count()
    whose = "yours" if count % 2 else "theirs"
    base = f" (in base {game.base})" if game.base != 10 else ""
    return (
        f"Only the remainder counts{base}: find those that a digit left could bring to 0, and "
        f"leave them another. The last of the {count} digits would be {whose}, and writing it "
        "loses if the target never divides."
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
