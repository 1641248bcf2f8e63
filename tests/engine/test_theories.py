"""Each game is solved by its own theory, or by the search that fits it."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.search import Search
from divisor_duel.engine.theories import new_theory
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.chain.solving.theory import THEORY
from tests.heap_package.heap_game.rules import Heap


def test_a_game_has_its_own_theory_or_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a theory, an impartial game is searched position by position, others by depth."""
    theory = new_theory(Chain(), tmp_path)
    assert type(theory) is THEORY
    assert (theory.game, theory.cache) == (Chain(), tmp_path)
    assert type(new_theory(Heap())) is Deepening
    monkeypatch.setattr(Heap, "has_nim_values", True)
    assert type(new_theory(Heap())) is Search
