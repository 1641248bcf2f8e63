"""The state of Chain for the page, so that its script computes no rule."""

from __future__ import annotations

from divisor_duel.games.chain.page import view
from divisor_duel.games.chain.rules import Chain
from divisor_duel.play.match import Round


def test_every_answer_is_told_as_a_product() -> None:
    """Of a factor and of a multiple it is said how it divides; an opening has nothing to divide."""
    game = Chain(high=30)
    played = Round(game, moves=(12,))
    told = view(played, game.legal_moves(played.position)).told
    assert told == {
        "2": "12 = 6 × 2.",
        "3": "12 = 4 × 3.",
        "4": "12 = 3 × 4.",
        "6": "12 = 2 × 6.",
        "24": "24 = 2 × 12.",
    }
    assert view(Round(game), game.legal_moves(game.start())).told == {}
