"""Countdown: what the page is told, so that it need not compute any rule."""

from __future__ import annotations

from msgspec import Struct

from divisor_duel.games.parts import Page
from divisor_duel.play.match import Round

LIMITS = {"start": 10**12}
"""Larger set-ups are not played on a page: no board could show them."""


class CountdownView(Struct):
    """Countdown: the number and what each divisor leaves."""

    number: int
    leaves: dict[str, int]
    path: list[int]


def view(played: Round, legal: tuple[int, ...]) -> CountdownView:
    """The number, what each divisor leaves, and the way down so far."""
    number = played.position.number
    after = {str(move): number - move for move in legal}  # thousands: too many to play each
    return CountdownView(number, after, [one.number for one in played.positions()])


PAGE = Page(CountdownView, view, limits=LIMITS)
