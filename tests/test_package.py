"""The package as others see it: its names and what importing it costs."""

from __future__ import annotations

import subprocess
import sys

import divisor_duel
from divisor_duel.terminal.cli.parser import SUBCOMMANDS


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


def loaded(*arguments: str) -> set[str]:
    """The modules that a command loads."""
    code = (
        "import sys; before = set(sys.modules); from divisor_duel.terminal.main import main\n"
        f"try: main({list(arguments)!r})\n"
        "finally: print(*set(sys.modules) - before, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_version_needs_no_slow_import() -> None:
    """Asking for the version loads neither the rules nor the argument parser nor typing."""
    slow = {"argparse", "dataclasses", "typing", "importlib.metadata", "divisor_duel.games"}
    assert not loaded("--version") & slow


def test_a_subcommand_loads_no_other() -> None:
    """`duel games` loads the module of no other subcommand, nor the engine."""
    modules = loaded("games")
    others = {f"divisor_duel.terminal.cli.{name}" for name in SUBCOMMANDS} | {"divisor_duel.engine"}
    assert modules & others == {"divisor_duel.terminal.cli.games"}


def test_rules_know_nothing_of_interfaces() -> None:
    """Importing the rules loads no terminal, match or engine."""
    code = (
        "import sys; from divisor_duel import GAMES; list(GAMES.values()); "
        "print([m for m in sys.modules if 'divisor_duel' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "chain.rules" in done.stdout
    for part in ("terminal", "match", "engine", "record"):
        assert part not in done.stdout
