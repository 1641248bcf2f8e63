"""`duel serve`: play in the browser."""

from __future__ import annotations

import argparse

from divisor_duel.errors import DuelError
from divisor_duel.extras import install_message
from divisor_duel.files import data_folder
from divisor_duel.terminal.cli.arguments import Commands, read_int
from divisor_duel.web.guard.limits import read_limits, settings

EXAMPLES = """examples:
  duel serve                                     on this computer only
  duel serve --host 0.0.0.0 --port 80            for everyone who can reach it
  duel serve --database games.sqlite3            store the games in this file
  duel serve --database postgresql://host/duel   share them between servers"""

PORT = 8000
FOR_OTHERS = "For other devices: duel serve --host 0.0.0.0"


def add(commands: Commands) -> None:
    """Add this subcommand to the command line."""
    parser = commands.add_parser(
        "serve",
        description="Serve the games to browsers: against the computer, side by side, or by link.",
    )
    parser.epilog = EXAMPLES
    add_flags(parser)


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags for the address, the database and the limits."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="address to listen on (default: this computer)",
    )
    parser.add_argument(
        "--port", default=str(PORT), metavar="P", help=f"port (default {PORT}; 0: any free port)"
    )
    parser.add_argument(
        "--database",
        metavar="PATH",
        help="a file, or postgresql://... (default: web.sqlite3 in the data folder)",
    )
    parser.add_argument(
        "--behind-proxy",
        nargs="?",
        const="loopback",
        default="",
        metavar="ADDRESSES",
        help="trust X-Forwarded-For, -Proto and -Host from these proxies (no value: this computer)",
    )
    parser.add_argument(
        "--metrics-from",
        default="loopback",
        metavar="ADDRESSES",
        help="addresses that may read /metrics (default: this computer)",
    )
    parser.add_argument(
        "--no-lobby", action="store_true", help="no public list of open games to join"
    )
    parser.add_argument(
        "--allow-origin",
        default="",
        metavar="SITES",
        help="other sites whose pages may use this server, such as https://name.github.io",
    )
    title = "limits, also set by environment variables such as DUEL_ROWS"
    limits = parser.add_argument_group(title)
    for setting in settings():
        about = f"{setting.about} ({setting.default:g})"
        limits.add_argument(flag_of(setting.name), metavar="N", help=about)
    parser.set_defaults(run=run)


def flag_of(name: str) -> str:
    """Return the flag for a limit."""
    return f"--{name.replace('_', '-')}"


def run(arguments: argparse.Namespace) -> int:
    """Run `duel serve`."""
    port = read_int("port", arguments.port, 0, 65_535)
    database = arguments.database or str(data_folder() / "web.sqlite3")
    limits = read_limits(vars(arguments), written=flag_of)
    try:
        from divisor_duel.web.server import ServerError, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("divisor_duel"):
            raise
        raise DuelError(install_message("the web server needs more packages", "web")) from None
    proxies, operators = arguments.behind_proxy, arguments.metrics_from
    lobby = not arguments.no_lobby
    try:
        return serve(
            arguments.host,
            port,
            database,
            proxies,
            limits,
            operators,
            lobby,
            FOR_OTHERS,
            arguments.allow_origin,
        )
    except ServerError as error:
        raise DuelError(f"{error}; choose another with --port") from None
