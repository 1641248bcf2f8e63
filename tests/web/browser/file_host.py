"""The static site as readers meet it: built once, and sent by a plain file server."""

from __future__ import annotations

import fcntl
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from divisor_duel.web.static_site.build import build_site

ROOT = Path(__file__).parents[3]
PLACE = "somewhere/below"
"""Where the site is on its host."""


def built_once(folder: Path) -> Path:
    """Build the site, unless another process of this run has built it or is about to."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "built").exists():
            build_site(ROOT, folder / "site")
            (folder / "built").touch()
    return folder / "site"


KNOWN = (".html", ".css", ".js", ".json", ".svg", ".png")
"""Endings whose types every file host knows; nginx does not know .mjs."""


class QuietHandler(SimpleHTTPRequestHandler):
    """Sends files and logs nothing."""

    def guess_type(self, path: Any) -> str:
        """Return the type of a file, as a host says it that knows only the usual ones."""
        known = str(path).endswith((*KNOWN, "/"))
        return super().guess_type(path) if known else "application/octet-stream"

    def log_message(self, format: str, *values: object) -> None:
        """Print nothing."""


class FileHost:
    """A plain file server with a site below a path."""

    def __init__(
        self, site: Path, folder: Path, kind: type[SimpleHTTPRequestHandler] = QuietHandler
    ) -> None:
        self.site = folder / PLACE
        shutil.copytree(site, self.site)
        handler = partial(kind, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/{PLACE}/"
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()
        self._up = True

    def stop(self) -> None:
        """Answer no more requests."""
        if self._up:
            self._up = False
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
