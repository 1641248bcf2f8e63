"""Large figures on the board: numbers three lines high, and the players' marks around numbers."""

from __future__ import annotations

from functools import cache

from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from divisor_duel.game import Player

FULL = "█"
"""Where a player's mark is filled; its other letters are its edge."""
LARGE = 3
"""Width of a large figure in columns, and its height in lines."""


@cache
def large_number(text: str) -> tuple[str, ...]:
    """Return a number as three lines; empty if a letter has no large form."""
    if not text.isdecimal() or not text.isascii():
        return ()
    starts = [DIGITS.index(letter) * LARGE for letter in text]
    return tuple(
        "".join(DIGITS3X3_BOLD[start + line].ljust(LARGE) for start in starts)
        for line in range(LARGE)
    )


@cache
def stamp(player: Player, height: int) -> tuple[str, ...]:
    """Return a player's mark, `height` lines high: a disc for Player 1, a square for Player 2."""
    width = 2 * height + 1
    if player == Player.TWO:
        return (FULL * width,) * height
    if height < 5:
        middle = (FULL * width,) * (height - 2)
        return (f" ▟{FULL * (width - 4)}▙ ", *middle, f" ▜{FULL * (width - 4)}▛ ")
    middle = (FULL * width,) * (height - 4)
    narrow, wide = FULL * (width - 6), FULL * (width - 4)
    return (f"  ▗{narrow}▖  ", f" ▟{wide}▙ ", *middle, f" ▜{wide}▛ ", f"  ▝{narrow}▘  ")
