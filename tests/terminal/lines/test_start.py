"""Starting a match in line mode."""

from __future__ import annotations

import re

from tests.conftest import Run


def test_a_coin_is_announced(duel: Run) -> None:
    """With `--first random` the coin's word comes first."""
    out = duel("play", "chain", "--first", "random", "--seed", "3").stdout
    assert re.match(r"The coin says: Player [12] begins\.\n\n", out)
