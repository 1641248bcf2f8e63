"""`duel warm`."""

from __future__ import annotations

import argparse

import pytest

from divisor_duel.engine import compiled
from divisor_duel.errors import DuelError
from divisor_duel.terminal.cli import warm


def test_it_compiles_the_searches_of_all_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says where the code is and how long loading takes."""
    asked: list[str] = []

    def compile_all(names: list[str]) -> float:
        asked.extend(names)
        return 0.72

    monkeypatch.setattr(compiled, "compile_all", compile_all)
    assert warm.run(argparse.Namespace()) == 0
    assert any("chain" in name for name in asked)
    assert any("divider" in name for name in asked)
    assert "load in 0.7 s" in capsys.readouterr().out


def test_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra there is nothing to compile."""
    monkeypatch.setattr(compiled, "is_installed", lambda: False)
    with pytest.raises(DuelError, match="numba"):
        warm.run(argparse.Namespace())
