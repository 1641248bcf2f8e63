"""Environments show their positions as text and as pixels."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from divisor_duel import GAMES, DuelError, Player
from divisor_duel.adapters.rendering import COLOURS, INK, picture, text


def test_text_shows_position_and_choices() -> None:
    """The text has the position, whose turn it is and the legal moves, or who won and why."""
    game = GAMES["chain"]()
    position = game.play(game.start(), 15)
    shown = text(game, position)
    assert shown.startswith("Divisor Duel: Chain\nlast number: 15; pool: 2-14, 16-50\n")
    assert shown.endswith("Player 2 to move: one of 3, 5, 30, 45")
    ended = text(game, game.play(game.start(), 47))
    assert ended.endswith("Player 1 has won: no factor or multiple of 47 is left")


@pytest.mark.parametrize("name", GAMES)
def test_every_move_changes_the_picture(name: str) -> None:
    """Pictures are colour images with ink in them, and each position has its own."""
    game = GAMES[name]()
    position = game.start()
    pages = [picture(game, position)]
    while game.outcome(position) is None:
        position = game.play(position, game.legal_moves(position)[0])
        pages.append(picture(game, position))
    assert all(page.dtype == np.uint8 and page.shape[2] == 3 for page in pages)
    assert (pages[0] == INK).all(axis=2).sum() > 50
    for before, after in pairwise(pages):
        assert before.shape != after.shape or (before != after).any()


def test_the_corner_says_whose_turn_it_is() -> None:
    """Player 1 is blue, Player 2 vermilion, and after the end the corner is empty."""
    game = GAMES["divider"](high=3)
    position, colours = game.start(), []
    for move in (2, 3):
        page = picture(game, position)
        colours.append(tuple(page[20, 18].tolist()))
        position = game.play(position, move)
    assert colours == [COLOURS[Player.ONE], COLOURS[Player.TWO]]
    assert tuple(picture(game, position)[20, 18].tolist()) not in colours


def test_pictures_too_large_to_read_are_refused() -> None:
    """Thousands of numbers are not drawn."""
    game = GAMES["divider"](high=2501)
    assert picture(game, game.start()).shape[0] > 500
    game = GAMES["divider"](high=2502)
    with pytest.raises(DuelError, match="a picture holds at most 2500 numbers, not 2501"):
        picture(game, game.start())
