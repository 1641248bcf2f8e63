"""docs/architecture.md shows the way of a move and of an analysis as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.walks import PAGE, WALKS, written


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
