"""The app in a real terminal: start, resize, kill -9 and go on, plain terminals."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any

import pexpect
import pytest

from divisor_duel.play.record import read_records
from tests.conftest import saved_games
from tests.terminal.conftest import Open


def test_kill_and_go_on(terminal: Open, home: Path) -> None:
    """After kill -9 home offers the game with every move that was shown; a resize is drawn."""
    child = terminal("play", "chain", "--name1", "Ann", "--name2", "Ben", rows=24)
    child.expect("The chain is empty")
    child.send("12\r")
    child.expect("The chain: 12")
    child.kill(signal.SIGKILL)
    child.wait()
    (file,) = saved_games(home)
    assert read_records(file.read_text())[0].moves == (12,)
    child = terminal(rows=24)
    child.expect("Ann against Ben")
    child.send("c")
    child.expect("The chain: 12")
    child.setwinsize(20, 50)
    child.expect("The chain: 12")
    child.send("24\r")
    child.expect("The chain: 12 → 24")
    child.sendintr()
    child.expect("The game is saved. To continue: duel resume")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130
    assert read_records(file.read_text())[0].moves == (12, 24)


def test_without_its_terminal_the_place_ends(terminal: Open, home: Path) -> None:
    """When the window closes, nothing runs on, even if no signal comes, as under `make play`."""
    child: Any = terminal("play", "chain", rows=24, deaf=True)
    child.expect("The chain is empty")
    child.send("12\r")
    child.expect("The chain: 12")
    child.ptyproc.fileobj.close()  # the window
    assert os.WTERMSIG(os.waitpid(child.pid, 0)[1]) == signal.SIGHUP
    child.ptyproc.terminated = True
    (file,) = saved_games(home)
    assert read_records(file.read_text())[0].moves == (12,)


def test_no_colour_and_ascii(terminal: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR no colour is sent, and a terminal without Unicode gets ASCII alone."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("LC_ALL", "C")
    child = terminal("play", "chain", rows=24)
    child.expect("The chain is empty")
    child.send("12\r")
    child.expect("(?s)o12<.*The chain: 12|The chain: 12.*o12<")
    child.send("q")
    shown = f"{child.before}{child.after}"
    child.expect(pexpect.EOF)
    child.wait()
    shown += child.before or ""
    assert child.exitstatus == 0
    assert shown.isascii()
    assert not re.search(r"\x1b\[[0-9;]*[34]8;[25];", shown)
