"""The entry point: version, exit codes, streams and encodings."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest

from divisor_duel import __version__
from tests.conftest import COMMAND, Run


def test_version(duel_process: Run) -> None:
    """`duel --version` tells the version."""
    assert duel_process("--version").stdout == f"duel {__version__}\n"


def test_output_can_be_cut_short() -> None:
    """Piping into a reader that stops early ends quietly."""
    command = f"'{sys.executable}' -m divisor_duel games | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("divider")
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", ["games", "--version", "rules chain"])
def test_a_full_disk_is_a_sentence(arguments: str) -> None:
    """A full disk is reported in one line, without a traceback."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "duel: cannot continue: No space left on device\n"


def test_ascii_terminals_get_ascii_marks() -> None:
    """Where there is only ASCII the discs and squares are letters, and other text is escaped."""
    sweep = [*COMMAND, "sweep", "countdown", "--over", "start=4..9"]
    environment = dict(os.environ, PYTHONIOENCODING="ascii")
    done = subprocess.run(sweep, env=environment, capture_output=True, text=True, check=False)
    assert re.search(r"^o +4 ", done.stdout, re.MULTILINE)
    assert re.search(r"^# +5 ", done.stdout, re.MULTILINE)
    assert "\\u" not in done.stdout


@pytest.mark.parametrize(
    ("set_up", "line"),
    [
        (["divider", "--high", "14"], r"  +--+       +--+--+  |  |   +---+   |"),
        (["countdown", "--start", "12"], "          \\ / \\"),
        (["ladder", "--high", "100", "--moves", "2 3 18 27"], "  # 27..# x (54, 81)"),
    ],
)
def test_ascii_terminals_get_ascii_drawings(set_up: list[str], line: str) -> None:
    """Arcs, slanted lines and dashed steps have ASCII twins, so drawings keep their columns."""
    environment = dict(os.environ, PYTHONIOENCODING="ascii")
    command = [*COMMAND, "analyze", *set_up]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert line in done.stdout.splitlines()
    assert "\\u" not in done.stdout


def test_closed_streams_are_empty_streams() -> None:
    """A command whose standard input or output is closed ends as usual, without a traceback."""
    for closed, arguments, code in (("<&-", "replay -", 2), (">&-", "games", 0), ("2>&-", "x", 2)):
        line = f"{shlex.join(COMMAND)} {arguments} {closed}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False)


def test_an_error_names_the_flags_that_help(duel: Run) -> None:
    """The library says what to do; the command line adds the flags for it."""
    drawn = duel("draw", "divider", "--high", "5000", "-o", "large.svg")
    assert drawn.returncode == 2
    assert drawn.stderr.endswith("or a position after some moves (--moves)\n")
