"""The command that messages suggest works in the player's own shell."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from divisor_duel.terminal.command_name import command_name


def test_a_program_that_the_shell_does_not_find_is_named_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Called by its path and not on PATH it is named by the path; otherwise it is `duel`."""
    script = tmp_path / "folder with spaces" / "duel"
    script.parent.mkdir()
    script.write_text("")
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert command_name() == "'folder with spaces/duel'"
    monkeypatch.setenv("PATH", str(script.parent))
    assert command_name() == "duel"
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert command_name() == "duel"
