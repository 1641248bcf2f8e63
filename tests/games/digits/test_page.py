"""The state of Digits for the page, so that its script computes no rule."""

from __future__ import annotations

import pytest

from divisor_duel.games.digits.page import view
from divisor_duel.games.digits.rules import Digits
from divisor_duel.play.match import Round


@pytest.mark.parametrize(("ending", "end"), [("normal", "wins"), ("misere", "loses")])
def test_what_each_digit_makes_is_told(ending: str, end: str) -> None:
    """The remainder of each next number stands in a word and in a sentence that names the base."""
    game = Digits(target=7, base=12, ending=ending)
    played = Round(game, moves=(11,))
    after = view(played, game.legal_moves(played.position)).after
    assert (after["1"].note, after["1"].told) == (
        "divides",
        f"7 divides B1 (base 12): that {end}.",
    )
    assert (after["2"].note, after["2"].told) == (
        "remainder 1",
        "B2 (base 12) leaves remainder 1 when divided by 7.",
    )
