"""`duel site`: open the static site that `make site` has written."""

from __future__ import annotations

import argparse
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from divisor_duel.errors import DuelError
from divisor_duel.terminal.cli.arguments import Commands, read_int

FOLDER = "site"
PORT = 8010


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "site",
        description="Serve the folder that `make site` has written, on this computer only.",
    )
    parser.epilog = "examples:\n  duel site --open\n  duel site published --port 0"
    parser.add_argument(
        "folder", nargs="?", default=FOLDER, metavar="FOLDER", help=f"default: {FOLDER}"
    )
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    parser.add_argument(
        "--port", default=str(PORT), metavar="P", help=f"port (default {PORT}; 0: any free port)"
    )
    parser.set_defaults(run=run)


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, and logs nothing."""

    def log_message(self, format: str, *values: object) -> None:
        """Log nothing."""


def run(arguments: argparse.Namespace) -> int:
    """Run `duel site`."""
    folder, port = Path(arguments.folder), read_int("port", arguments.port, 0, 65_535)
    if not (folder / "service-worker.js").is_file():
        raise DuelError(f"there is no site in {folder}; build one with: make site")
    try:
        server = ThreadingHTTPServer(
            ("127.0.0.1", port), partial(QuietHandler, directory=str(folder))
        )
    except OSError as error:
        raise DuelError(
            f"port {port} cannot be used: {error.strerror}; choose another with --port"
        ) from None
    address = f"http://localhost:{server.server_port}/"
    print(f"The site is at {address} (Ctrl-C ends it)", flush=True)
    if arguments.open:
        webbrowser.open(address)
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0
