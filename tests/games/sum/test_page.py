"""The state of sums for the page, so that its script computes no rule."""

from __future__ import annotations

from divisor_duel.game import Player
from divisor_duel.games.sum.page import components, view
from divisor_duel.games.sum.rules import Sum
from divisor_duel.play.match import Round


def test_each_game_is_told_as_if_played_alone() -> None:
    """Its board gets its own numbers, who made its moves, and how the sum counts them."""
    game = Sum(one="divider:high=9", two="countdown:start=60")
    texts = ("1:4", "2:15", "2:5", "1:5")
    played = Round(game, Player.TWO, [game.parse_move(text) for text in texts])
    told = view(played, game.legal_moves(played.position))
    one, two = told.summands
    assert (one.game, one.played, one.by, one.legal) == ("divider", (4, 5), (2, 1), (2, 3, 6, 7, 9))
    assert (two.game, two.played, two.by, two.legal) == (
        "countdown",
        (15, 5),
        (1, 2),
        (2, 4, 5, 8, 10, 20),
    )
    assert (one.view.left, two.view.path) == ((2, 3, 6, 7, 9), [60, 45, 40])
    assert (one.last, two.last) == (True, False)
    assert {number: game.format_move(code) for number, code in one.moves.items()}["8"] == "1:8"
    written = {int(move): text for move, text in told.symbols.items()}
    assert {written[move] for move in played.moves} == set(texts)
    assert all(
        written[move] == game.format_move(move) for move in game.legal_moves(played.position)
    )
    assert components(game) == game.parts
