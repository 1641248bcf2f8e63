"""Ladder on the page: the state sent to it, so that it computes no rule."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from divisor_duel.game import Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.numbers import members, span
from divisor_duel.play.match import Round
from divisor_duel.web.game.view import GamePage

LIMITS = {"high": 400}
"""Largest option values on a page: no board could show more."""


class LadderView(Struct):
    """Ladder: all numbers, those that are gone, and both ladders."""

    numbers: tuple[int, ...]
    gone: tuple[int, ...]
    own: dict[str, int]
    ladders: dict[str, list[int]]
    factors: dict[str, list[int]]
    """For each rung but the first, its quotient by the rung below."""
    told: dict[str, str]
    """A sentence with the factor of each legal move; none for a player's first move."""


def view(played: Round[LadderPosition], legal: tuple[int, ...]) -> LadderView:
    """Return the numbers and both ladders."""
    game = played.game
    assert isinstance(game, Ladder)
    position = played.position
    first, second = played.moves[::2], played.moves[1::2]
    one, two = (first, second) if played.first == Player.ONE else (second, first)
    lowest = [[own] if own > 1 else [] for own in (played.start.one, played.start.two)]
    ladders = {"1": lowest[0] + one, "2": lowest[1] + two}
    own = position.one if position.to_move is Player.ONE else position.two
    board = span(2, game.high)
    return LadderView(
        numbers=members(board),
        gone=(*members(board & ~played.start.pool), *played.moves),
        own={"1": position.one, "2": position.two},
        ladders=ladders,
        factors={
            player: [rung // before for before, rung in pairwise(rungs)]
            for player, rungs in ladders.items()
        },
        told={str(move): f"{move} = {move // own} \u00d7 {own}." for move in legal if own > 1},
    )


PAGE = GamePage[Ladder, LadderPosition, LadderView](LadderView, view, limits=LIMITS)
