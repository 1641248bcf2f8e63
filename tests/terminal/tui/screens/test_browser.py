"""Play in the browser: nothing leads out of the app, and what is missing is installed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from divisor_duel.terminal.tui import local_server
from divisor_duel.terminal.tui.local_server import LocalServer
from tests.terminal.tui.driving import Driver, drive


def test_what_is_missing_is_installed_and_then_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    """One key installs with progress, the address is shown, and the server can be stopped."""
    installed: list[bool] = []

    def install(show: Callable[[str], object]) -> bool:
        show("Collecting packages")
        installed.append(True)
        return True

    def start(server: LocalServer) -> str:
        server.url = "http://127.0.0.1:8000/"
        return ""

    monkeypatch.setattr(local_server, "is_complete", lambda: bool(installed))
    monkeypatch.setattr(local_server, "install", install)
    monkeypatch.setattr(LocalServer, "start", start)
    monkeypatch.setattr(LocalServer, "stop", lambda server: setattr(server, "url", ""))
    monkeypatch.setattr(LocalServer, "runs", property(lambda server: bool(server.url)))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    async def steps(driver: Driver) -> None:
        await driver.press("b")
        await driver.at("BrowserScreen")
        await driver.tells("Press Enter to install them now.")
        await driver.press("enter")
        await driver.shows("http://127.0.0.1:8000/")
        await driver.press("enter")
        await driver.shows("No browser was found here.")
        await driver.press("x")
        await driver.shows("The server has stopped.")
        await driver.press("escape")
        await driver.at("Home")

    drive(steps)


def test_a_failed_installation_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a network the player learns what was tried."""
    monkeypatch.setattr(local_server, "is_complete", lambda: False)
    monkeypatch.setattr(local_server, "install", lambda show: False)

    async def steps(driver: Driver) -> None:
        await driver.press("b", "enter")
        await driver.tells("The packages could not be installed. The command was:")

    drive(steps)
