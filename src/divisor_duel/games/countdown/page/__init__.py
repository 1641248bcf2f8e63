"""Countdown on the page: the state sent to it, so that it computes no rule."""

from __future__ import annotations

from msgspec import Struct

from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.play.match import Round
from divisor_duel.web.game.view import GamePage

LIMITS = {"start": 10**12}
"""Largest option values on a page: no board could show more."""


class CountdownView(Struct):
    """Countdown: the number and what each divisor leaves."""

    number: int
    leaves: dict[str, int]
    path: list[int]


def view(played: Round[CountdownPosition], legal: tuple[int, ...]) -> CountdownView:
    """Return the number, what each divisor leaves, and the path down so far."""
    number = played.position.number
    after = {str(move): number - move for move in legal}  # without `play`: there can be thousands
    return CountdownView(number, after, [position.number for position in played.positions()])


PAGE = GamePage[Countdown, CountdownPosition, CountdownView](CountdownView, view, limits=LIMITS)
