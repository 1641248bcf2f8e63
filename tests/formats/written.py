"""The files of `tests/data/formats`, and ways to go on with copies of them from outside.

Nothing here uses modules of the package: they move, but commands, addresses and files stay.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from unittest.mock import patch

from tests.conftest import run_here

FORMATS = Path(__file__).parents[1] / "data" / "formats"
"""The files that earlier versions wrote; its README says which."""

COMMAND = [sys.executable, "-m", "divisor_duel"]

THEN = """
import datetime, os, runpy, secrets, sys, time
told, begun = time.time, time.time()
time.time = lambda: told() - begun + float(os.environ["TEST_MOMENT"])
class Then(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
datetime.datetime = Then
if "TEST_CHANCE" in os.environ:
    secrets.randbits = lambda bits: int(os.environ["TEST_CHANCE"])
runpy.run_module("divisor_duel", run_name="__main__", alter_sys=True)
"""
"""The command on the day of the files: clocks run and streaks count as they did."""

MOMENT = {"TEST_MOMENT": "1794965400"}
"""The time of the files: 18 November 2026, 01:30 UTC; daily puzzle 3."""


def copied(name: str, folder: Path) -> Path:
    """Copy a file or folder of an earlier version into `folder`; the copy."""
    source, target = FORMATS / name, folder / Path(name).name
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copyfile(source, target)
    return target


def run(
    *arguments: str, typed: str = "", folder: Path | None = None, then: bool = False, code: int = 0
) -> str:
    """Run `duel` with the files of the test's home, and return what it printed.

    It runs in `folder`, with `then` on the day of the files, and must end with `code`.
    """
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**MOMENT, "PATH": tools}
    with chdir(folder or os.curdir), patch.dict(os.environ, environment):
        done = run_then(*arguments, typed=typed) if then else run_here(*arguments, typed=typed)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def run_then(*arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    """Run `duel` on the day of the files, in a process whose clock says so."""
    command = [sys.executable, "-c", THEN, *arguments]
    return subprocess.run(command, input=typed, capture_output=True, encoding="utf-8", timeout=600)


@contextmanager
def serving(database: str, home: Path, then: bool = True) -> Iterator[str]:
    """Run `duel serve` on a database, with `then` on the day of the files; yield its address."""
    command = [sys.executable, "-c", THEN] if then else COMMAND
    limits = ["--busy-seconds", "1000", "--busy-share", "1000", "--away-seconds", "1"]
    log = home / "server.log"
    own = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    with log.open("a") as errors:
        process = subprocess.Popen(
            [*command, "serve", "--port", "0", "--database", database, *limits],
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**own, **MOMENT, "HOME": str(home)},
            text=True,
        )
    assert process.stdout
    try:
        found = re.search(r"http://[\w.]+:\d+", process.stdout.readline())
        assert found, log.read_text()
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(300)
        finally:
            process.kill()
            process.stdout.close()
