"""Ladder: what the page is told, so that it need not compute any rule."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec import Struct

from divisor_duel.game import Player
from divisor_duel.games.parts import Page
from divisor_duel.numbers import members, span
from divisor_duel.play.match import Round

LIMITS = {"high": 400}
"""Larger set-ups are not played on a page: no board could show them."""


class LadderView(Struct):
    """Ladder: the numbers, those that are gone, and both ladders."""

    numbers: tuple[int, ...]
    gone: tuple[int, ...]
    own: dict[str, int]
    ladders: dict[str, list[int]]
    factors: dict[str, list[int]]
    """By what each rung of a ladder but the first is the one before it multiplied."""
    told: dict[str, str]
    """The same of each step that may be made now; of the first there is nothing to tell."""


def view(played: Round, legal: tuple[int, ...]) -> LadderView:
    """The numbers and both ladders."""
    game: Any = played.game
    position = played.position
    mine, theirs = played.moves[::2], played.moves[1::2]
    one, two = (mine, theirs) if played.first == Player.ONE else (theirs, mine)
    begun = [[own] if own > 1 else [] for own in (played.start.one, played.start.two)]
    ladders = {"1": begun[0] + one, "2": begun[1] + two}
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


PAGE = Page(LadderView, view, limits=LIMITS)
