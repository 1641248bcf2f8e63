"""docs/architecture.md shows the way of a move and of an analysis as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.walks import PAGE, WALKS, written

MOST_FUNCTIONS = 100
"""Limit on the functions that the server needs for a move."""


@pytest.mark.parametrize("name", WALKS)
def test_the_documented_walk_is_the_one_that_is_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tracing it again gives the list on the page; `python -m tests.contract.walks` renews that."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    page = PAGE.read_text()
    walk = WALKS[name](tmp_path)
    assert len(walk.steps) >= 10
    assert written(page, name, walk.lines()) == page


def test_a_move_in_a_browser_takes_few_functions(tmp_path: Path) -> None:
    """From its frame to its state, a move passes through at most MOST_FUNCTIONS of ours.

    The first game of a process also computes what the board shows of every game.
    """
    WALKS["browser move"](tmp_path)
    walk = WALKS["browser move"](tmp_path)
    assert 50 < len(walk.functions) <= MOST_FUNCTIONS, sorted(walk.functions)
