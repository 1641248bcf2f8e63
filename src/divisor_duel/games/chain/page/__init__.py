"""Chain: what the page is told, so that it need not compute any rule."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.parts import Page
from divisor_duel.numbers import members, relatives, span
from divisor_duel.play.match import Round
from divisor_duel.proof import END, TREE, answers, swapped
from divisor_duel.proof import Proof as Why
from divisor_duel.web.schema.analysis import Proof

LIMITS = {"high": 400}
"""Larger set-ups are not played on a page: no board could show them."""


class ChainView(Struct):
    """Chain: the numbers, those that are gone, and the chain."""

    numbers: tuple[int, ...]
    gone: tuple[int, ...]
    last: int | None
    chain: tuple[int, ...]
    told: dict[str, str]
    """What each answer has to do with the last number; of an opening there is nothing to tell."""


def view(played: Round, legal: tuple[int, ...]) -> ChainView:
    """The numbers and the chain so far."""
    game: Any = played.game
    position = played.position
    board = span(game.low, game.high)
    return ChainView(
        numbers=members(board),
        gone=(*members(board & ~played.start.pool), *played.moves),
        last=position.last or None,
        chain=(*filter(None, [played.start.last]), *played.moves),
        told=dict(map(_relations(position.last, game.high).__getitem__, legal))
        if position.last
        else {},
    )


@lru_cache(maxsize=1024)  # each comes up in many games
def _relations(last: int, high: int) -> dict[int, tuple[str, str]]:
    """Every answer to a number as text, and how the two divide each other."""
    pairs = {move: sorted((last, move)) for move in members(relatives(last, high))}
    return {
        move: (str(move), f"{large} = {large // small} \u00d7 {small}.")
        for move, (small, large) in pairs.items()
    }


def proof(game: Chain, lost: ChainPosition, why: Why | None, after: int | None) -> Proof:
    """What the winner answers, as the reason tells it: the partner of each number, or a tree."""
    if why is None or why["kind"] == END:
        return Proof()
    if why["kind"] == TREE:
        return Proof(answers=answers(why), after=after)
    pairs = [(one, two) for one, two in why["pairs"]]
    return Proof(answers=swapped(pairs), pairs=pairs, after=after)


PAGE = Page(ChainView, view, limits=LIMITS, proof=proof)
