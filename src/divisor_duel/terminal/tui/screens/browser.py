"""Play in the browser: install what is missing, start the server, and say where it is."""

from __future__ import annotations

import os
import shlex
import sys
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from divisor_duel.extras import install_command
from divisor_duel.terminal.tui import local_server
from divisor_duel.terminal.tui.daemon_thread import in_daemon_thread
from divisor_duel.terminal.tui.local_server import LocalServer
from divisor_duel.terminal.tui.screens.base import CHOOSE_KEYS, DuelScreen
from divisor_duel.terminal.tui.widgets.text import KeyLine
from divisor_duel.text import clean_text

OFFER = "Playing in the browser needs a few more packages. Press Enter to install them now."
STARTING = "Starting the server …"
INSTALLING = "Installing …"


class ProgressLine(Message):
    """The installation has printed a line."""

    def __init__(self, line: str) -> None:
        super().__init__()
        self.line = line


class BrowserScreen(DuelScreen):
    """The address of the server, which runs until the app ends or the player stops it."""

    DEFAULT_CSS = """
    BrowserScreen #browser { padding: 1 2; height: 1fr; }
    BrowserScreen #state { text-style: bold; padding-bottom: 1; }
    BrowserScreen #log { color: $faint; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(CHOOSE_KEYS, "choose", "open"),
        Binding("x", "stop", "stop the server"),
    ]

    def __init__(self, server: LocalServer) -> None:
        super().__init__()
        self.server = server
        """The server, which the app keeps."""
        self._busy = False

    def compose(self) -> ComposeResult:
        yield Static("Play in the browser", classes="title")
        with Vertical(id="browser"):
            yield Static(id="state", markup=False)
            yield Static(id="log", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        if local_server.is_complete():
            self._start()
        else:
            self._show(OFFER, shlex.join(install_command("web")))

    def _show(self, state: str, log: str = "") -> None:
        self.query_one("#state", Static).update(state)
        self.query_one("#log", Static).update(log)

    @work(exclusive=True)
    async def _start(self) -> None:
        """Start the server and show its address."""
        self._busy = True
        self._show(STARTING)
        problem = await in_daemon_thread(self.server.start)
        self._busy = False
        if problem:
            self._show("The server did not start.", f"{problem}\nPress Enter to try again.")
            return
        self._show(
            f"Open this address in your browser:  {self.server.url}",
            "Enter opens it here, if this computer has a browser. x stops the server. "
            "You can go back and play on: the server runs until you quit.",
        )

    @work(exclusive=True)
    async def _install(self) -> None:
        """Install the packages, then start the server."""
        self._busy = True
        self._show(INSTALLING)
        done = await in_daemon_thread(
            lambda: local_server.install(lambda line: self.post_message(ProgressLine(line)))
        )
        self._busy = False
        if done and local_server.is_complete():
            self._start()
        else:
            command = shlex.join(install_command("web"))
            self.query_one("#state", Static).update(
                f"The packages could not be installed. The command was: {command}"
            )

    def on_progress_line(self, message: ProgressLine) -> None:
        """Show how far the installation is."""
        if self._busy:
            self.query_one("#log", Static).update(clean_text(message.line))

    def action_choose(self) -> None:
        """Install, start or open, whichever is next."""
        if self._busy:
            return
        if self.server.runs:
            self._open()
        elif local_server.is_complete():
            self._start()
        else:
            self._install()

    def _open(self) -> None:
        """Open the address in a browser with windows; a text browser would take the terminal."""
        windows = sys.platform in ("win32", "darwin")
        if windows or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            self.app.open_url(self.server.url)
        else:
            self.notify("No browser was found here. Copy the address above.")

    @work(exclusive=True)
    async def action_stop(self) -> None:
        """Stop the server."""
        if self.server.runs:
            await in_daemon_thread(self.server.stop)
            self._show("The server has stopped.", "Press Enter to start it again.")
