"""Digits: any number written, and any digits left."""

from __future__ import annotations

from divisor_duel.games.digits.rules import SYMBOLS, Digits
from divisor_duel.setting import Part


def parts(game: Digits) -> tuple[Part, ...]:
    """The number written so far, in the game's base, and the digits left."""
    digits = SYMBOLS[1 : game.base]

    def parse(text: str) -> int | None:
        if text == "0":
            return 0
        if not 0 < len(text) < game.base or not set(text.upper()) <= set(digits):
            return None
        return int(text, game.base)

    most = game.base ** (game.base - 1) - 1
    return (
        Part("number", "the number written", most=most, written=game.written, parse=parse),
        Part("left", "the digits left", tuple(range(1, game.base))),
    )
