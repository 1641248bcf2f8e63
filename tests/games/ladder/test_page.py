"""The state of Ladder for the page, so that its script computes no rule."""

from __future__ import annotations

from divisor_duel.games.ladder.page import view
from divisor_duel.games.ladder.rules import Ladder
from divisor_duel.play.match import Round


def test_rungs_and_steps_come_with_their_factors() -> None:
    """Each rung but the first, and each step that may follow, says by what it was multiplied."""
    game = Ladder(high=30)
    played = Round(game, moves=(2, 3, 10, 6))
    told = view(played, game.legal_moves(played.position))
    assert told.ladders == {"1": [2, 10], "2": [3, 6]}
    assert told.factors == {"1": [5], "2": [2]}
    assert told.told == {"20": "20 = 2 × 10.", "30": "30 = 3 × 10."}
    assert view(Round(game), game.legal_moves(game.start())).told == {}
