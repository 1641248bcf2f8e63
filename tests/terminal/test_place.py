"""When the place opens, and when it must not."""

from __future__ import annotations

import subprocess
import sys

import pytest

from divisor_duel.terminal import place

QUIET = """
import io, sys
from divisor_duel.terminal.main import main
for command in ["--version", "games", "rules chain", "analyze countdown", "resume --list"]:
    try:
        main(command.split())
    except SystemExit as leaving:
        assert leaving.code == 0, command
sys.stdin = io.TextIOWrapper(io.BytesIO(b"quit\\n"))
try:
    main(["play", "divider"])
except SystemExit as leaving:
    assert leaving.code == 0
assert "textual" not in sys.modules and "rich" not in sys.modules
"""


def test_other_commands_load_no_textual() -> None:
    """Neither the version nor any command in line mode imports the library of the full screen."""
    done = subprocess.run([sys.executable, "-c", QUIET], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


class Terminal:
    """A stream that says whether it is a terminal."""

    def __init__(self, real: bool) -> None:
        self._real = real

    def isatty(self) -> bool:
        """Whether it is one."""
        return self._real


@pytest.mark.parametrize(
    ("real", "term", "plain", "opens"),
    [
        (True, "xterm-256color", False, True),
        (True, "xterm-256color", True, False),
        (True, "dumb", False, False),
        (True, "", False, False),
        (False, "xterm-256color", False, False),
    ],
)
def test_the_place_needs_a_real_terminal(
    monkeypatch: pytest.MonkeyPatch, real: bool, term: str, plain: bool, opens: bool
) -> None:
    """Pipes, dumb terminals and --plain keep line mode."""
    monkeypatch.setenv("TERM", term)
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal(real))
    assert place.opens_here(plain) is opens
