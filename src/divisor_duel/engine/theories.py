"""Which theory solves a game: its own, or a plain search."""

from __future__ import annotations

from pathlib import Path

from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.search import Search
from divisor_duel.engine.theory import AnyTheory, GameTheory
from divisor_duel.game import AnyGame, Position
from divisor_duel.games.parts import THEORY, find


def new_theory(game: AnyGame, cache: Path | None = None) -> AnyTheory:
    """Return a theory of the set-up without cached results: the game's own, or a plain search."""
    plain: GameTheory[AnyGame, Position] = Search if game.has_nim_values else Deepening
    make: GameTheory[AnyGame, Position] = find(game, THEORY) or plain
    return make(game, cache)
