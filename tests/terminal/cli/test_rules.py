"""`duel rules`: the rules of each game."""

from __future__ import annotations

import pytest

from divisor_duel.games.registry import every_game
from tests.conftest import Run


@pytest.mark.parametrize("id", every_game())
def test_rules_are_shown(id: str, duel: Run) -> None:
    """`duel rules` prints the rules in our own words."""
    assert duel("rules", id).stdout == every_game()[id].rules() + "\n"
