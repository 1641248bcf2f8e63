"""What there is to see in Countdown, for hints, for levels that know it, and for puzzles."""

from __future__ import annotations

from random import Random

from divisor_duel.games.countdown.rules import Countdown, CountdownPosition


def nudge(game: Countdown, position: CountdownPosition) -> str:
    """Where to look."""
    number = position.number
    if number & (number - 1) == 0:
        return f"{number} is a power of two: count the twos."
    return "Look at which numbers are odd and which are even."


def idea(game: Countdown, position: CountdownPosition) -> str:
    """What decides it, without the move."""
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


def liked(game: Countdown, position: CountdownPosition) -> tuple[int, ...]:
    """The moves that leave an odd number, if there are any."""
    moves = game.legal_moves(position)
    return tuple(move for move in moves if (position.number - move) % 2) or moves


def puzzle_options(rng: Random) -> dict[str, int]:
    """A set-up worth a puzzle."""
    return {"start": rng.randint(20, 400) * 2}
