"""What the tests of sweeps share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from divisor_duel.sweep import (
    SweepJournal,
)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Callable[..., SweepJournal]]:
    """Open the same journal again and again, closing the last one first."""
    opened: list[SweepJournal] = []

    def reopen(fresh: bool = False) -> SweepJournal:
        for old in opened:
            old.close()
        opened.append(SweepJournal(tmp_path / "rows.jsonl", fresh))
        return opened[-1]

    yield reopen
    for old in opened:
        old.close()
