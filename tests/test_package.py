"""The package as others see it: its names and what importing it costs."""

from __future__ import annotations

import subprocess
import sys

import divisor_duel


def test_public_names_are_pinned() -> None:
    """Exactly these names are public, and each can be had."""
    assert divisor_duel.__all__ == [
        "GAMES",
        "Analysis",
        "DuelError",
        "Game",
        "IllegalMoveError",
        "Match",
        "MoveTextError",
        "MoveValue",
        "OptionsError",
        "Outcome",
        "Player",
        "Record",
        "RecordError",
        "Round",
        "SavedGameError",
        "Value",
        "analyze",
        "read_records",
        "write_records",
    ]
    for name in divisor_duel.__all__:
        assert getattr(divisor_duel, name) is not None
        assert name in dir(divisor_duel)


def test_unknown_names_are_refused() -> None:
    """A name that is not public is an AttributeError like anywhere else."""
    assert not hasattr(divisor_duel, "nothing")


def test_version_needs_no_slow_import() -> None:
    """Asking for the version loads neither the rules nor the argument parser."""
    code = (
        "import sys; from divisor_duel.terminal.main import main; main(['--version']);"
        "print(sorted({'argparse', 'dataclasses', 'divisor_duel.games'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"duel {divisor_duel.__version__}\n[]\n"


def test_rules_know_nothing_of_interfaces() -> None:
    """Importing the rules loads no terminal, match or engine."""
    code = "import sys, divisor_duel.games; print([m for m in sys.modules if 'divisor_duel' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "chain.rules" in done.stdout
    for part in ("terminal", "match", "engine", "record"):
        assert part not in done.stdout
