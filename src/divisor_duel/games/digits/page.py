"""Digits: what the page is told, so that it need not compute any rule."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from divisor_duel.games.digits.figure import hours
from divisor_duel.games.numbers import members
from divisor_duel.match import Round

LIMITS = {"target": 10**6, "base": 16}
"""Larger set-ups are not played on a page: no board could show them."""


class Written(Struct):
    """A number of Digits and its remainder."""

    written: str
    remainder: int | None


class DigitsView(Struct):
    """Digits: the number written and what each digit would make of it."""

    written: str
    remainder: int | None
    target: int
    base: int
    left: tuple[int, ...]
    symbols: dict[str, str]
    after: dict[str, Written]
    hours: list[int]


VIEW = DigitsView


def view(played: Round, legal: tuple[int, ...]) -> DigitsView:
    """The number, and what each digit would make of it."""
    game: Any = played.game

    def written(number: int) -> Written:
        return Written(game.written(number), number % game.target if number else None)

    now = written(played.position.number)
    return DigitsView(
        written=now.written,
        remainder=now.remainder,
        target=game.target,
        base=game.base,
        left=members(played.position.left),
        symbols={str(digit): game.format_move(digit) for digit in range(1, game.base)},
        after={str(move): written(game.play(played.position, move).number) for move in legal},
        hours=hours(game, played.position),
    )
