"""When the full screen opens, and what it loads."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from pathlib import Path

import pytest

from divisor_duel.terminal import tui
from divisor_duel.terminal.cli.parser import build_parser
from divisor_duel.terminal.tui.app import DuelApp

QUIET = """
import io, sys
from divisor_duel.terminal.main import main
from divisor_duel.terminal.cli.parser import build_parser

build_parser()  # loads the module of every subcommand
typed = {"play divider": "quit", "puzzle divider --seed 7": "q", "bot --level easy": ""}
for command in [
    "--version", "games", "rules chain", "analyze countdown", "resume --list", "history",
    "prove countdown --start 10 -o proof.json", "check proof.json", "draw chain -o chain.svg",
    "sweep countdown --over start=2..6", "dataset countdown --positions 2 -o rows.jsonl",
    "completion bash", *typed,
]:
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.get(command, "").encode() + b"\\n"))
    try:
        main(command.split())
    except SystemExit as leaving:
        assert leaving.code == 0, command
    assert not {"textual", "rich"} & {*sys.modules}, command
"""


def test_other_commands_load_no_textual(tmp_path: Path) -> None:
    """Neither the version nor any command in line mode imports the library of the full screen."""
    run = [sys.executable, "-c", QUIET]
    done = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stderr


def test_only_the_full_screen_knows_textual() -> None:
    """No source outside the full screen imports Textual, or any module of the full screen."""
    source = Path(tui.__file__).parents[2]
    for path in sorted(source.rglob("*.py")):
        if not path.is_relative_to(source / "terminal" / "tui"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(import|from) (textual|divisor_duel\.terminal\.tui\.)", text), (
                path
            )


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
def test_the_full_screen_needs_a_real_terminal(
    monkeypatch: pytest.MonkeyPatch, real: bool, term: str, plain: bool, opens: bool
) -> None:
    """Pipes, dumb terminals and --plain keep line mode."""
    monkeypatch.setenv("TERM", term)
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal(real))
    assert tui.wants_full_screen(plain) is opens


def test_play_alone_opens_the_list_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """`duel play` in a terminal asks which game; `duel` alone is at home."""
    opened: list[DuelApp] = []

    def run(app: DuelApp) -> None:
        opened.append(app)

    monkeypatch.setattr(DuelApp, "run", run)
    monkeypatch.setattr(tui, "wants_full_screen", lambda plain: True)
    for arguments in (["play"], []):
        parsed = build_parser().parse_args(arguments)
        parsed.run(parsed)
    assert gc.isenabled()  # it was put off for the start alone
    assert [app._choosing for app in opened] == [True, False]
