"""The server as a process: started, moved to another port, stopped; and its installation."""

from __future__ import annotations

import sys

import pytest

from divisor_duel.terminal.tui import local_server
from divisor_duel.terminal.tui.local_server import LocalServer, install

SERVES = (
    "print('On http://127.0.0.1:8000/, until Ctrl-C', flush=True); import time; time.sleep(600)"
)
TAKEN = f"""
import sys
if "--port" in sys.argv:
    {SERVES.replace("8000", "8001")}
else:
    sys.exit("duel: cannot listen on 127.0.0.1 port 8000: Address already in use")
"""


def server(script: str) -> LocalServer:
    """A server that is this script."""
    return LocalServer((sys.executable, "-c", script))


@pytest.mark.parametrize(("script", "port"), [(SERVES, 8000), (TAKEN, 8001)])
def test_it_serves_until_it_is_stopped(script: str, port: int) -> None:
    """Its address is what it prints; if the usual port is taken, it uses another one."""
    served = server(script)
    try:
        assert served.start() == ""
        assert served.url == f"http://127.0.0.1:{port}/"
        assert served.runs
        assert served.start() == ""
    finally:
        served.stop()
    assert not served.runs
    assert served.url == ""


def test_what_is_wrong_is_said() -> None:
    """A server that ends returns its last line, or says that there was none."""
    served = server("import sys; sys.exit('duel: the disk is full')")
    assert served.start() == "the disk is full"
    assert server("pass").start() == "the server stopped without an error message"
    served.stop()


@pytest.mark.parametrize("works", [True, False])
def test_installing_shows_each_line(works: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines of the installation arrive one by one, and then whether it worked."""
    script = f"print('Collecting one'); print(); print('Done'); raise SystemExit({int(not works)})"
    command = [sys.executable, "-c", script]
    monkeypatch.setattr(local_server, "install_command", lambda extra: command)
    shown: list[str] = []
    assert install(shown.append) is works
    assert shown == ["Collecting one", "Done"]
