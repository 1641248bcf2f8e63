"""Where `duel` starts: reads the command line and sends each subcommand to its file.

Slow imports wait until a command needs them; `duel --version` needs none.
"""

from __future__ import annotations

import os
import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments == ["--version"]:
        from divisor_duel import __version__

        print(f"duel {__version__}")
        return
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # the reader, such as `head`, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    from divisor_duel.errors import DuelError
    from divisor_duel.files import keeping_facts
    from divisor_duel.terminal.parser import SUBCOMMANDS, build_parser

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    only = arguments[0] if arguments and arguments[0] in SUBCOMMANDS else None
    if not arguments and "_ARGCOMPLETE" not in os.environ:
        only = ""
    parsed = build_parser(only).parse_args(arguments)
    try:
        with keeping_facts():
            code: int = parsed.run(parsed)
        return code
    except DuelError as error:
        print(f"duel: {error}", file=sys.stderr)
        return 2
