"""What tests of commands share: processes and terminals that end with the test, and a cluster."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pexpect
import pytest

from divisor_duel.terminal.main import main
from tests.conftest import COMMAND, wait_until

Start = Callable[..., subprocess.Popen[str]]
Open = Callable[..., "pexpect.spawn[str]"]


KILLED = """
import os, runpy, signal, sys
from divisor_duel.jobs.journal import Journal
left, share, add = int(sys.argv.pop(1)), float(sys.argv.pop(1)), Journal.add
def add_or_die(journal, row):
    global left
    left -= 1
    if left:
        return add(journal, row)
    line = journal._write_row(row)
    journal._file.write(line[:int(share * len(line))])
    os.kill(os.getpid(), signal.SIGKILL)
Journal.add = add_or_die
runpy.run_module("divisor_duel", run_name="__main__", alter_sys=True)
"""
"""The command, killed while it keeps a row: which one, and how much of it is written by then."""


@pytest.fixture
def start() -> Iterator[Start]:
    """Start commands in groups of their own; what is left of them is killed at the end."""
    started: list[subprocess.Popen[str]] = []

    def run(*command: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, stdout=pipe, stderr=pipe, text=True, start_new_session=True
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def terminal() -> Iterator[Open]:
    """Start `duel` in terminals 80 columns wide; they are closed at the end."""
    children: list[pexpect.spawn[str]] = []

    def run(*arguments: str, rows: int = 40, deaf: bool = False) -> pexpect.spawn[str]:
        child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments],
            encoding="utf-8",
            dimensions=(rows, 80),
            timeout=300,
            ignore_sighup=deaf,
        )
        children.append(child)
        return child

    yield run
    for child in children:
        child.close(force=True)


class Cluster(NamedTuple):
    """A scheduler with two workers on this machine."""

    address: str
    """Where the scheduler is."""
    victim: subprocess.Popen[str]
    """One of the workers."""


@pytest.fixture
def cluster(start: Start, tmp_path: Path) -> Cluster:
    """A real cluster of two workers."""
    file = tmp_path / "scheduler.json"
    dask = (sys.executable, "-m", "dask")
    shared = ("--scheduler-file", str(file), "--no-dashboard")
    start(*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", *shared)
    wait_until(lambda: file.exists() and file.read_text().endswith("}"))
    alone = ("--no-nanny", "--nthreads", "1", "--local-directory", str(tmp_path))
    victim, _ = (start(*dask, "worker", *shared, *alone) for _ in range(2))
    return Cluster(json.loads(file.read_text())["address"], victim)


Call = Callable[..., int]


def assert_safe(output: bytes) -> None:
    """Only newlines and what can be seen: through a pipe we ourselves write nothing else."""
    text = output.decode()
    assert sorted({letter for letter in text if letter != "\n" and not letter.isprintable()}) == []
    assert "Traceback" not in text


@pytest.fixture
def call(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run the command in this process, check all that it wrote, and return its exit code."""

    def run(*arguments: str, typed: str = "") -> int:
        stdin = io.TextIOWrapper(io.BytesIO(typed.encode(errors="replace")))
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        written = capfdbinary.readouterr()
        assert_safe(written.out)
        assert_safe(written.err)
        assert written.out + written.err
        code = left.value.code
        assert isinstance(code, int)
        return code

    return run
