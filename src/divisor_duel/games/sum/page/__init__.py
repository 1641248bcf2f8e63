"""Sums: what the page is told, so that it need not compute any rule.

Each game keeps its own board, so each is told as if it were played alone, with who made which of
its moves and how they are numbered in the sum.
"""

from __future__ import annotations

from itertools import cycle
from typing import Any

from msgspec import Struct

from divisor_duel.game import OTHER, Game, Player
from divisor_duel.games.parts import PAGE as PAGE_OF_GAME
from divisor_duel.games.parts import Page, find
from divisor_duel.games.sum.rules import Parts, Sum
from divisor_duel.play.match import Round
from divisor_duel.web.game.view import plain_view


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
    """Who made each of these moves: in one game alone nobody need take turns."""
    last: bool
    """Whether the last move of all was made in it."""
    moves: dict[str, int]
    """The sum's number for each move that the board shows."""


class SumView(Struct):
    """Both games, and how the moves of the sum are written."""

    summands: list[Summand]
    symbols: dict[str, str]


def made_of(game: Sum) -> Parts:
    """The games on whose boards it is played, each no larger than its own allows."""
    return game.parts


def view(played: Round, legal: tuple[int, ...]) -> SumView:
    """Both games as their own boards show them."""
    game: Any = played.game
    summands = [summand(played, which) for which in (0, 1)]
    symbols = {str(move): game.format_move(move) for move in played.moves}
    for which, (each, rules) in enumerate(zip(summands, game.parts, strict=True), 1):
        write = rules.format_move  # one lookup for thousands of moves
        symbols |= {str(move): f"{which}:{write(move // 2)}" for move in each.moves.values()}
    return SumView(summands, symbols)


def summand(played: Round, which: int) -> Summand:
    """One of the games as if it were played alone."""
    rules: Any = played.game
    game: Game[Any] = rules.parts[which]
    turns = cycle((played.first, OTHER[played.first]))
    made = zip(played.moves, turns, strict=False)
    mine = [(move // 2, player) for move, player in made if move % 2 == which]
    moves = tuple(move for move, _ in mine)
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
        by=tuple(int(player) for _, player in mine),
        last=bool(played.moves) and played.moves[-1] % 2 == which,
        moves={str(number): 2 * number + which for number in numbers},
    )


PAGE = Page(SumView, view, made_of=made_of)
