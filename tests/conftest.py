"""What several tests share: a home of their own, and the `duel` command."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any
from unittest.mock import patch

import pytest
from hypothesis import settings

from divisor_duel.game import AnyGame
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.main import main

os.environ["DUEL_PRELOAD"] = "0"  # each of many servers and workers would compile for seconds

settings.register_profile("shared", deadline=None, derandomize=True)  # no test of speed or luck
settings.load_profile("shared")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # tests run in the background test Ctrl-C too
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # and under nohup a closed window
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Collect no garbage while pytest reports a failure.

    pytest parses sources for its report. If a collection in the middle of that logs an error, as
    asyncio does for lost exceptions, the log's traceback is parsed, too; before Python 3.11.8 such
    nested parsing fails with "AST constructor recursion depth mismatch" and ends the whole run.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return (yield)
    finally:
        if was_on:
            gc.enable()


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
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(Path(__file__).parent / "__pycache__" / "numba"))
    return folder


@contextmanager
def standard_streams(files: Sequence[IO[bytes]]) -> Iterator[None]:
    """Let these files be input, output and errors of this process and of those it starts."""
    names = ("stdin", "stdout", "stderr")
    kept = [(getattr(sys, name), os.dup(number)) for number, name in enumerate(names)]
    for number, (name, file) in enumerate(zip(names, files, strict=True)):
        os.dup2(file.fileno(), number)
        mode = "w" if number else "r"
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    try:
        yield
    finally:
        for number, (name, (stream, copy)) in enumerate(zip(names, kept, strict=True)):
            getattr(sys, name).close()
            setattr(sys, name, stream)
            os.dup2(copy, number)
            os.close(copy)


def run_here(*arguments: str, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run the command in this process with the given arguments and typed lines."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(sys, "argv", ["divisor_duel", *arguments]))
        files = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        files[0].write(typed if isinstance(typed, bytes) else typed.encode())
        for file in files:
            file.seek(0)
        with standard_streams(files), pytest.raises(SystemExit) as left:
            main(list(arguments))
        for file in files:
            file.seek(0)
        out, err = (file.read().decode() for file in files[1:])
    assert "Traceback" not in out + err
    assert isinstance(left.value.code, int)
    return subprocess.CompletedProcess(arguments, left.value.code, out, err)


@pytest.fixture
def duel() -> Run:
    """Run the command in this process with the given arguments and typed lines."""
    return run_here


@pytest.fixture
def duel_process() -> Run:
    """Run the command in a process of its own, which knows nothing of earlier commands."""

    def run(*arguments: str, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
        data = typed if isinstance(typed, bytes) else typed.encode()
        done = subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, timeout=300)
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in out + err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


@pytest.fixture(scope="session")
def heap_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package of a sixth game was installed."""
    folder = tmp_path_factory.mktemp("packages")
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    source = Path(__file__).with_name("heap_package")
    command = [sys.executable, "-m", "pip", "install", "--quiet", *offline]
    subprocess.run([*command, "--target", str(folder), str(source)], check=True, timeout=300)
    return folder


@pytest.fixture
def heap(heap_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[AnyGame]]:
    """A sixth game that has nothing but rules, here and in every process that a test starts."""
    path = os.pathsep.join([str(heap_folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.syspath_prepend(heap_folder)
    GAMES._others = None
    yield GAMES["heap"]
    monkeypatch.undo()
    GAMES._others = None


def saved_games(home: Path, folder: str = "games") -> list[Path]:
    """The records saved in the data folder of `home`."""
    return sorted((home / ".local/share/divisor-duel" / folder).glob("*.duel"))


def wait_until(fact: Callable[[], bool]) -> None:
    """Wait for something that is about to be true."""
    end = time.monotonic() + 300
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.005)
