"""What the page is told of Divider, so that no rule is written in its script."""

from __future__ import annotations

from divisor_duel import GAMES
from divisor_duel.games.divider.page import view
from divisor_duel.match import Round


def test_rows_and_lines_follow_the_primes() -> None:
    """A number's row counts its prime factors; a line joins two numbers left, a prime apart."""
    game = GAMES["divider"](high=12)
    played = Round(game, moves=(5, 4))
    told = view(played, game.legal_moves(played.position))
    assert dict(zip(told.numbers, told.ranks, strict=True))[12] == 3
    assert told.covers == [(2, 6), (3, 6), (3, 9)]
    assert told.swept == (4, 8, 12)
    assert told.sweeps["3"] == (3, 6, 9)
    large = GAMES["divider"](high=200)
    assert view(Round(large), large.legal_moves(large.start())).covers == []
