"""What there is to see in Digits, for hints, for levels that know it, and for puzzles."""

from __future__ import annotations

from random import Random

from divisor_duel.games.digits.rules import Digits, DigitsPosition

PUZZLE_TARGETS = (9, 12, 13, 14, 18, 27, 36)
"""Under most other targets, all moves are mostly worth the same: the last digit decides."""


def nudge(game: Digits, position: DigitsPosition) -> str:
    """Where to look."""
    if not position.number:
        return "Look at which digits begin a multiple of the target."
    remainder = position.number % game.target
    return (
        f"Divided by {game.target}, the number leaves remainder {remainder}: look at what each "
        "digit would leave."
    )


def idea(game: Digits, position: DigitsPosition) -> str:
    """What decides it, without the move."""
    count = position.left.bit_count()
    whose = "yours" if count % 2 else "theirs"
    base = f" (in base {game.base})" if game.base != 10 else ""
    return (
        f"Only the remainder counts{base}: find those that a digit left could bring to 0, and "
        f"leave them another. The last of the {count} digits would be {whose}, and writing it "
        "loses if the target never divides."
    )


def puzzle_options(rng: Random) -> dict[str, int]:
    """A set-up worth a puzzle."""
    return {"target": rng.choice(PUZZLE_TARGETS)}
