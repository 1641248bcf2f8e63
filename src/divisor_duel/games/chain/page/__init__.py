"""Chain on the page: the state sent to it, so that it computes no rule."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from divisor_duel.engine import Engine
from divisor_duel.games.chain.proofs import Pairs
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import members, relatives, span
from divisor_duel.play.match import Round
from divisor_duel.proof import Proof, Tree, partners
from divisor_duel.web.game.view import GamePage
from divisor_duel.web.schema.analysis import ProofDrawing

LIMITS = {"high": 400}
"""Largest option values on a page: no board could show more."""


class ChainView(Struct):
    """Chain: the numbers, those already taken, and the chain."""

    numbers: tuple[int, ...]
    gone: tuple[int, ...]
    last: int | None
    chain: tuple[int, ...]
    told: dict[str, str]
    """How each answer is related to the last number; empty before the first move."""


def view(played: Round[ChainPosition], legal: tuple[int, ...]) -> ChainView:
    """Return the numbers and the chain so far."""
    game = played.game
    assert isinstance(game, Chain)
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


@lru_cache(maxsize=1024)  # the same numbers come up in many games
def _relations(last: int, high: int) -> dict[int, tuple[str, str]]:
    """Return for every answer to a number its text and how one divides the other."""
    pairs = {move: sorted((last, move)) for move in members(relatives(last, high))}
    return {
        move: (str(move), f"{large} = {large // small} \u00d7 {small}.")
        for move, (small, large) in pairs.items()
    }


def drawing(
    game: Chain, lost: ChainPosition, proof: Proof | None, after: int | None, engine: Engine
) -> ProofDrawing:
    """Return what the board draws of a proof: pairs, or the answers of a tree."""
    if isinstance(proof, Tree):
        return ProofDrawing(answers=proof.answers(), after=after)
    if isinstance(proof, Pairs):
        return ProofDrawing(answers=partners(proof.pairs), pairs=[*proof.pairs], after=after)
    return ProofDrawing()


PAGE = GamePage[Chain, ChainPosition, ChainView](ChainView, view, limits=LIMITS, proof=drawing)
