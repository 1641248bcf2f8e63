"""Digits on the page: the state sent to it, so that it computes no rule."""

from __future__ import annotations

from msgspec import Struct

from divisor_duel.games.digits.figure import hours
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members
from divisor_duel.play.match import Round
from divisor_duel.web.game.view import GamePage

LIMITS = {"target": 10**6, "base": 16}
"""Largest option values on a page: no board could show more."""


class Written(Struct):
    """The number after a digit, and its remainder."""

    written: str
    remainder: int
    note: str
    """The remainder in a word or two."""
    told: str
    """The remainder in a sentence."""


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


def view(played: Round[DigitsPosition], legal: tuple[int, ...]) -> DigitsView:
    """Return the number, and what each digit would make of it."""
    game = played.game
    assert isinstance(game, Digits)
    number = played.position.number
    return DigitsView(
        written=game.written(number),
        remainder=number % game.target if number else None,
        target=game.target,
        base=game.base,
        left=members(played.position.left),
        symbols={str(digit): game.format_move(digit) for digit in range(1, game.base)},
        after={str(move): after(game, game.play(played.position, move).number) for move in legal},
        hours=hours(game, played.position),
    )


def after(game: Digits, number: int) -> Written:
    """Return what the page shows of the number that a digit makes."""
    written, remainder = game.written(number), number % game.target
    based = written if game.base == 10 else f"{written} (base {game.base})"
    if remainder:
        leaves = f"{based} leaves remainder {remainder} when divided by {game.target}."
        return Written(written, remainder, f"remainder {remainder}", leaves)
    end = "loses" if game.misere else "wins"
    return Written(written, 0, "divides", f"{game.target} divides {based}: that {end}.")


PAGE = GamePage[Digits, DigitsPosition, DigitsView](DigitsView, view, limits=LIMITS)
