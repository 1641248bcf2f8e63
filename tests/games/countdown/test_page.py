"""The state of Countdown for the page, so that its script computes no rule."""

from __future__ import annotations

from divisor_duel import GAMES
from divisor_duel.games.countdown.page import LIMITS, PAGE, CountdownView, view
from divisor_duel.play.match import Round


def test_what_each_divisor_leaves_is_told() -> None:
    """The number, what is left after each divisor, and the path down from the start."""
    game = GAMES["countdown"](start=60)
    played = Round(game, moves=(15, 5))
    legal = game.legal_moves(played.position)
    assert view(played, legal) == CountdownView(
        40,
        {"2": 38, "4": 36, "5": 35, "8": 32, "10": 30, "20": 20},
        [60, 45, 40],
    )
    assert view(Round(game), ()) == CountdownView(60, {}, [60])


def test_numbers_that_scripts_count_exactly_are_the_largest() -> None:
    """The limit of the page is far below 2^53, from which on JavaScript rounds."""
    assert PAGE.limits == LIMITS == {"start": 10**12}
    assert LIMITS["start"] < 2**53
