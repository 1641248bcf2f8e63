"""The fingerprint of an engine changes with what it can prove."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel import GAMES
from divisor_duel.sweep import (
    engine_fingerprint,
    fingerprint,
)


def test_what_engines_know_differs_by_game() -> None:
    """Each game's own folder is part of it, so that one game's new data leaves others alone."""
    fingerprints = {name: engine_fingerprint(name) for name in GAMES}
    assert len({*fingerprints.values()}) == len(GAMES)


def test_code_data_and_the_compiler_are_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed source or data file of the game changes it, and so does the extra `fast`."""
    module, data = tmp_path / "rules.py", tmp_path / "facts.json"
    monkeypatch.setattr(fingerprint, "_files_of", lambda name: [module, data])
    monkeypatch.setattr(fingerprint, "find_spec", lambda name: None)

    def now() -> str:
        engine_fingerprint.cache_clear()
        return engine_fingerprint("chain")

    module.write_text("one")
    data.write_text("two")
    before = now()
    assert now() == before
    data.write_text("three")
    assert now() != before
    data.write_text("two")
    monkeypatch.setattr(fingerprint, "find_spec", lambda name: object())
    assert now() == f"{before}+"
    engine_fingerprint.cache_clear()
    monkeypatch.undo()
    files = {path.name for path in fingerprint._files_of(GAMES["divider"].__module__)}
    assert "rules.py" in files
    assert all(name.endswith((".py", ".json")) for name in files)
