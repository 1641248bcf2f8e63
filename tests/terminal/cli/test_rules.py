"""`duel rules`: the rules of each game."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from tests.conftest import Run


@pytest.mark.parametrize("id", GAMES)
def test_rules_are_shown(id: str, duel: Run) -> None:
    """`duel rules` prints the rules in our own words."""
    assert duel("rules", id).stdout == GAMES[id].rules() + "\n"
