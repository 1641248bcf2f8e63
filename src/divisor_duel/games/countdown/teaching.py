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
        "The number is 12. Choose a divisor of 12, but not 1 or 12 itself. Subtract it. Try 3.",
        ask=Goal.MOVE,
        among=(3,),
        right="12 - 3 = 9. Now your opponent must subtract a divisor of 9.",
        wrong="You can subtract that too. But subtract 3 for now.",
    ),
    Step(
        Countdown(10),
        "A prime has no such divisor. A player who gets a prime loses. Leave your opponent a "
        "prime.",
        ask=Goal.END,
        right="5 is prime, so your opponent can't subtract anything. You win.",
        wrong="10 - 2 = 8, and 8 has the divisors 2 and 4. Which move leaves a prime?",
        winner=Player.ONE,
    ),
    Step(
        Countdown(15),
        "You have 15. An odd number has only odd divisors, and odd minus odd is even. So you can "
        "only leave an even number. Subtract any divisor.",
        ask=Goal.MOVE,
        right="You left an even number. Your opponent can make it odd again, until you get a "
        "prime. So 15 loses.",
        winner=Player.TWO,
    ),
    Step(
        Countdown(18),
        "Now use this yourself. 18 is even, but it has odd divisors. Leave an odd number.",
        ask=Goal.WIN,
        right="From an odd number, your opponent can only leave you an even one.",
        wrong="That leaves an even number. Subtract an odd divisor instead.",
        winner=Player.ONE,
    ),
    Step(
        Countdown(60),
        "From 60 you left 45. Your opponent subtracted 15, so you have 30. It is even, as "
        "planned. Leave an odd number again.",
        moves=(15, 15),
        ask=Goal.WIN,
        right="Keep doing this. In the end, the odd number you leave is a prime.",
        wrong="That leaves an even number. Subtract an odd divisor again.",
        winner=Player.ONE,
    ),
    Step(
        Countdown(16),
        "16 = 2 x 2 x 2 x 2 has no odd divisor. But 2, 8, 32 and 128 lose too: each has an odd "
        "number of twos. Leave one of them.",
        ask=Goal.WIN,
        right="From 8, your opponent can leave 4 or 6. From 4 you leave 2, a prime. From 6 you "
        "leave 3, also a prime.",
        wrong="You left an even number with an odd divisor, so your opponent can make it odd.",
        winner=Player.ONE,
    ),
    Step(
        Countdown(144),
        "That is the whole secret: leave an odd number, or 2, 8, 32 or 128. The first player can "
        "win from 144. Play it.",
        winner=Player.ONE,
    ),
)


def nudge(game: Countdown, position: CountdownPosition) -> str:
    """Say where to look."""
    number = position.number
    if number & (number - 1) == 0:
        return f"{number} is a power of two. Count its twos."
    return "Check which numbers are odd and which are even."


def idea(game: Countdown, position: CountdownPosition) -> str:
    """Say what decides the position, without the move."""
    number = position.number
    if number & (number - 1) == 0:
        return (
            "A power of two has no odd divisor. 2, 8, 32, 128 and so on lose: each has an odd "
            "number of twos."
        )
    return (
        "Odd numbers lose. All their divisors are odd, so they can only become even. Leave your "
        "opponent an odd number."
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
