"""The server for browsers as a process of its own, started and stopped by the full screen."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from threading import Thread

from divisor_duel.extras import install_command, is_installed

SERVE = (sys.executable, "-m", "divisor_duel", "serve")
"""The command that serves on the usual port."""
ANY_PORT = ("--port", "0")
"""Its flags for any free port, if the usual one is taken."""
MOST_LINES = 40
"""Most lines of output to keep."""
LONGEST_LINE = 2000
"""Most letters of a line to keep."""
STOP_SECONDS = 5.0
"""How long the server may take to stop before it is killed, in seconds."""


class LocalServer:
    """At most one server process; its methods wait, so they run in threads."""

    def __init__(self, command: Sequence[str] = SERVE) -> None:
        self.url = ""
        """Its address, once it serves."""
        self._command = command
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None

    @property
    def runs(self) -> bool:
        """Whether it serves now."""
        return bool(self.url) and self._process is not None and self._process.poll() is None

    def start(self) -> str:
        """Start it, if it does not run yet; return what is wrong, or an empty text."""
        if self.runs:
            return ""
        problem = self._start(())
        return self._start(ANY_PORT) if "cannot listen" in problem else problem

    def _start(self, flags: Sequence[str]) -> str:
        self.url = ""
        self._process = process = _run([*self._command, *flags])
        said: deque[str] = deque(maxlen=MOST_LINES)
        for line in lines_of(process):
            said.append(line)
            address = re.search(r"http://[^\s,]+", line)
            if address:
                self.url = address[0]
                self._reader = Thread(target=_read_all, args=(process,), daemon=True)
                self._reader.start()
                return ""
        _close(process)
        return (said[-1] if said else "the server stopped without an error message").removeprefix(
            "duel: "
        )

    def stop(self) -> None:
        """Stop it, also while it starts."""
        process = self._process
        if process and process.poll() is None:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._reader:
            self._reader.join(STOP_SECONDS)
        self.url = ""


def is_complete() -> bool:
    """Return whether all packages of the server are installed."""
    return is_installed("web")


def install(show: Callable[[str], object]) -> bool:
    """Install the packages of the server, and show each line of progress; False if that fails."""
    process = _run(install_command("web"))
    for line in lines_of(process):
        show(line)
    return _close(process) == 0


def lines_of(process: subprocess.Popen[str]) -> Iterator[str]:
    """Yield each line that a process prints."""
    assert process.stdout
    while line := process.stdout.readline(LONGEST_LINE):
        if line.strip():
            yield line.strip()


def _read_all(process: subprocess.Popen[str]) -> None:
    """Read what the server prints, which would stop at a full pipe."""
    for _ in lines_of(process):
        pass
    _close(process)


def _close(process: subprocess.Popen[str]) -> int:
    """Wait for the end of a process that prints no more, and return its exit code."""
    if process.stdout:
        process.stdout.close()
    return process.wait()


def _run(command: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
