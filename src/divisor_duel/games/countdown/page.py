"""Countdown: what the page is told, so that it need not compute any rule."""

from __future__ import annotations

from msgspec import Struct

from divisor_duel.match import Round

LIMITS = {"start": 10**12}
"""Larger set-ups are not played on a page: no board could show them."""


class CountdownView(Struct):
    """Countdown: the number and what each divisor leaves."""

    number: int
    leaves: dict[str, int]
    path: list[int]


VIEW = CountdownView


def view(played: Round, legal: tuple[int, ...]) -> CountdownView:
    """The number, what each divisor leaves, and the way down so far."""
    position = played.position
    after = {str(move): played.game.play(position, move).number for move in legal}
    return CountdownView(position.number, after, [one.number for one in played.positions()])
