"""Sums on the page: the state sent to it, so that it computes no rule.

Each game has its own board, so its state is that of a game played alone, together with the player
who made each of its moves and the numbers of these moves in the sum.
"""

from __future__ import annotations

from itertools import cycle
from typing import Any

from msgspec import Struct

from divisor_duel.game import OTHER, Player
from divisor_duel.games.parts import PAGE as PAGE_OF_GAME
from divisor_duel.games.parts import find
from divisor_duel.games.sum.rules import Parts, Sum, SumPosition
from divisor_duel.play.match import Round
from divisor_duel.web.game.view import GamePage, plain_view


class Summand(Struct):
    """One of the two games."""

    game: str
    title: str
    short_title: str
    phrase: str
    options: dict[str, int | str]
    view: Any
    legal: tuple[int, ...]
    played: tuple[int, ...]
    by: tuple[int, ...]
    """The player who made each of these moves; within one game, players need not take turns."""
    last: bool
    """True if the last move of the sum was made in this game."""
    moves: dict[str, int]
    """The sum's number for each move that the board shows."""


class SumView(Struct):
    """Both games, and how the moves of the sum are written."""

    summands: list[Summand]
    symbols: dict[str, str]


def components(game: Sum) -> Parts:
    """Return the games whose boards show it; the limits of each apply."""
    return game.parts


def view(played: Round[SumPosition], legal: tuple[int, ...]) -> SumView:
    """Return both games as their own boards show them."""
    game = played.game
    assert isinstance(game, Sum)
    summands = [view_part(played, which) for which in (0, 1)]
    symbols = {str(move): game.format_move(move) for move in played.moves}
    for which, (shown, part) in enumerate(zip(summands, game.parts, strict=True), 1):
        write = part.format_move  # one lookup for thousands of moves
        symbols |= {str(move): f"{which}:{write(move // 2)}" for move in shown.moves.values()}
    return SumView(summands, symbols)


def view_part(played: Round[SumPosition], which: int) -> Summand:
    """Return one of the games as if it were played alone."""
    assert isinstance(played.game, Sum)
    game = played.game.parts[which]
    turns = cycle((played.first, OTHER[played.first]))
    all_moves = zip(played.moves, turns, strict=False)
    own_moves = [(move // 2, player) for move, player in all_moves if move % 2 == which]
    moves = tuple(move for move, _ in own_moves)
    alone = Round(game, Player.ONE, moves, played.start[which])
    legal = game.legal_moves(alone.position)
    page = find(game, PAGE_OF_GAME)
    shown = (page.view if page else plain_view)(alone, legal)
    board = getattr(shown, "numbers", None)
    numbers = sorted({*legal, *board}) if board else legal
    return Summand(
        game=game.id,
        title=game.title,
        short_title=game.short_title,
        phrase=game.phrase(),
        options=game.options,
        view=shown,
        legal=legal,
        played=moves,
        by=tuple(int(player) for _, player in own_moves),
        last=bool(played.moves) and played.moves[-1] % 2 == which,
        moves={str(number): 2 * number + which for number in numbers},
    )


PAGE = GamePage[Sum, SumPosition, SumView](SumView, view, components=components)
