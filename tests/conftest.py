"""What several tests share: a home of their own, and the `duel` command."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("shared", deadline=None, derandomize=True)  # no test of speed or luck
settings.load_profile("shared")

Run = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = [sys.executable, "-m", "divisor_duel"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, so that no test sees or touches a person's games."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder


@pytest.fixture
def duel() -> Run:
    """Run the real command with the given arguments and typed lines."""

    def run(*arguments: str, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
        data = typed if isinstance(typed, bytes) else typed.encode()
        done = subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, timeout=200)
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in out + err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


def saved_games(home: Path, folder: str = "games") -> list[Path]:
    """The records kept in the data folder of `home`."""
    return sorted((home / ".local/share/divisor-duel" / folder).glob("*.duel"))


def wait_until(fact: Callable[[], bool]) -> None:
    """Wait for something that is about to be true."""
    end = time.monotonic() + 100
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.005)
