"""Large figures on the board: numbers of several sizes, and the players' marks around numbers."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from divisor_duel.game import Player

FULL = "█"
"""Where a player's mark is filled; its other letters are its edge."""
LARGE = 3
"""Width of the smallest large figure in columns, and its height in lines."""
LARGEST_SCALE = 1
"""Largest scale of a figure; 0 is the smallest."""
RIGHTWARDS, LEFTWARDS = frozenset("━┏┗┣┻╺"), frozenset("━┓┛┫┻╸")
DOWNWARDS, UPWARDS = frozenset("┃┏┓┣┫╻"), frozenset("┃┗┛┣┫┻╹")
"""The pieces of figures from which a line leaves in each direction."""


def figure_width(scale: int) -> int:
    """Return the width of one figure in columns."""
    return LARGE + 4 * scale


def figure_height(scale: int) -> int:
    """Return the height of a figure in lines."""
    return LARGE + 2 * scale


@cache
def large_number(text: str, scale: int = 0) -> tuple[str, ...]:
    """Return a number as lines; empty if a letter has no large form."""
    if not text.isdecimal() or not text.isascii():
        return ()
    figures = [_stretched(_smallest(letter), scale) for letter in text]
    return tuple(map("".join, zip(*figures, strict=True)))


def _smallest(letter: str) -> tuple[str, ...]:
    start = DIGITS.index(letter) * LARGE
    return tuple(DIGITS3X3_BOLD[start + line].ljust(LARGE) for line in range(LARGE))


def _stretched(figure: tuple[str, ...], scale: int) -> tuple[str, ...]:
    """Return a larger figure: its lines go on between its pieces."""
    rows = [figure[0]]
    for upper, lower in pairwise(figure):
        between = (
            "┃" if above in DOWNWARDS and below in UPWARDS else " "
            for above, below in zip(upper, lower, strict=True)
        )
        rows += ["".join(between)] * scale + [lower]
    return tuple(_widened(row, 2 * scale) for row in rows)


def _widened(row: str, by: int) -> str:
    wide = row[0]
    for left, right in pairwise(row):
        joined = left in RIGHTWARDS and right in LEFTWARDS
        wide += ("━" if joined else " ") * by + right
    return wide


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
