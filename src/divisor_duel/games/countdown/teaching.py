"""Teaching Countdown: its lesson, ideas for hints and puzzles, positions in words."""

from __future__ import annotations

from random import Random

from divisor_duel.game import Player
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.games.parts import Ideas
from divisor_duel.learn.lesson import Goal, Step, Steps

STEPS: Steps = (
    Step(
        Countdown(12),
        "There is one number: 12. Choose a number that divides it without remainder, but not 1 "
        "and not 12 itself, and subtract it. Try 3.",
        ask=Goal.MOVE,
        among=(3,),
        right="12 - 3 = 9. Now it is their turn: they must subtract a divisor of 9.",
        wrong="That is legal too. But subtract 3 for now.",
    ),
    Step(
        Countdown(10),
        "A prime has no such divisor. Whoever has to move there has lost. Leave them a prime.",
        ask=Goal.END,
        right="5 is prime, so they have nothing to subtract. You have won.",
        wrong="10 - 2 = 8, and 8 can still be divided by 2 and by 4. Which one leaves a prime?",
        winner=Player.ONE,
    ),
    Step(
        Countdown(15),
        "You are at 15. Odd numbers have only odd divisors, and odd minus odd is even: you can "
        "only hand over an even number. Subtract what you like.",
        ask=Goal.MOVE,
        right="An even number, as it had to be. They can hand you an odd one again, and in the "
        "end a prime: 15 is lost.",
        winner=Player.TWO,
    ),
    Step(
        Countdown(18),
        "Now turn it round. 18 is even, but it has odd divisors. Leave them an odd number.",
        ask=Goal.WIN,
        right="They have an odd number and can only give you an even one back.",
        wrong="That leaves an even number. Subtract an odd divisor instead.",
        winner=Player.ONE,
    ),
    Step(
        Countdown(60),
        "From 60 you left them 45, they subtracted 15, and you have 30: even, as promised. "
        "Do it again.",
        moves=(15, 15),
        ask=Goal.WIN,
        right="So it goes on, until the odd number that you leave is a prime.",
        wrong="That leaves an even number. Subtract an odd divisor again.",
        winner=Player.ONE,
    ),
    Step(
        Countdown(16),
        "16 is 2 x 2 x 2 x 2 and has no odd divisor at all. Among such numbers 2, 8, 32, 128 and "
        "so on, an odd count of twos, are lost. Leave them one of these.",
        ask=Goal.WIN,
        right="8 is lost: halving it leaves 4, which you halve to 2, and 2 is prime. "
        "The other way leaves 6, an even number with an odd divisor.",
        wrong="What you left is even and has an odd divisor, so they can make it odd.",
        winner=Player.ONE,
    ),
    Step(
        Countdown(144),
        "That is the whole secret: leave odd numbers, or 2, 8, 32, 128. Whoever begins at 144 "
        "can win. Play it.",
        winner=Player.ONE,
    ),
)


def nudge(game: Countdown, position: CountdownPosition) -> str:
    """Say where to look."""
    number = position.number
    if number & (number - 1) == 0:
        return f"{number} is a power of two: count the twos."
    return "Look at which numbers are odd and which are even."


def idea(game: Countdown, position: CountdownPosition) -> str:
    """Say what decides the position, without the move."""
    number = position.number
    if number & (number - 1) == 0:
        return (
            "A power of two has no odd divisor. Lost are 2, 8, 32, 128 and so on: an odd count of "
            "twos."
        )
    return (
        "Odd numbers lose: all their divisors are odd, so whoever has one can only hand over an "
        "even number, and gets an odd one back."
    )


def favoured_moves(game: Countdown, position: CountdownPosition) -> tuple[int, ...]:
    """Return the moves that leave an odd number, or all moves if none does."""
    moves = game.legal_moves(position)
    return tuple(move for move in moves if (position.number - move) % 2) or moves


def puzzle_options(rng: Random) -> dict[str, int]:
    """Return a set-up worth a puzzle."""
    return {"start": rng.randint(20, 400) * 2}


def situation(game: Countdown, position: CountdownPosition, you: Player) -> str:
    """Describe the position to `you`, the player to move, without a full stop."""
    return f"the current number, from which you subtract, is {position.number}"


IDEAS = Ideas(nudge, idea, puzzle_options, favoured_moves)
