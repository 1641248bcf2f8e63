"""Entry point of `duel`: parses the command line and runs the subcommand.

Slow modules are imported only by the commands that need them; `duel --version`
needs none.
"""

from __future__ import annotations

import codecs
import os
import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    arguments = sys.argv[1:] if arguments is None else arguments
    _open_closed_streams()
    try:
        code = _exit_code(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # the reader, such as `head`, has stopped reading
        _discard_output()
        code = 0
    except OSError as error:  # usually a full disk
        _discard_output()
        print(f"duel: cannot continue: {error.strerror or error}", file=sys.stderr)
        code = 1
    sys.exit(code)


def _open_closed_streams() -> None:
    """Connect standard streams that the caller closed to the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open until the end


ASCII_MARKS = {
    **{"●": "o", "■": "#", "·": ".", "•": "*", "›": ">", "‹": "<", "│": "|", "─": "-"},
    **{"÷": "/", "×": "x", "≠": "!=", "→": "->", "…": "...", "–": "-", "—": "-", "’": "'"},
}
"""Replacements for our marks on ASCII-only terminals; other characters are escaped."""

PLAIN_LOCALES = ("C", "POSIX")
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""Values that Python itself gives LC_CTYPE in a plain locale; not the user's choice."""


def _plain_locale() -> bool:
    """Return whether the user's locale is ASCII only; Python would write UTF-8."""
    ctype = os.environ.get("LC_CTYPE", "")
    locales = (os.environ.get("LC_ALL"), ctype not in COERCED and ctype, os.environ.get("LANG"))
    return next(filter(None, locales), "") in PLAIN_LOCALES


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Handle encoding errors: replace characters that the terminal lacks."""
    from divisor_duel.terminal.paint import ASCII_LINES

    if not isinstance(error, UnicodeEncodeError):
        raise error
    replaced = (
        ASCII_MARKS.get(char)
        or ASCII_LINES.get(char)
        or char.encode("ascii", "backslashreplace").decode()
        for char in error.object[error.start : error.end]
    )
    return "".join(replaced), error.end


def _discard_output() -> None:
    """Keep Python from trying again at exit to write what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(arguments: list[str]) -> int | str | None:
    """Run the command and return its exit code, also if argparse exits by itself."""
    if arguments == ["--version"]:
        from divisor_duel.version import __version__

        print(f"duel {__version__}")
        return 0
    try:
        return _run(arguments)
    except SystemExit as exiting:
        return exiting.code


def _run(arguments: list[str]) -> int:
    from divisor_duel.errors import DuelError
    from divisor_duel.terminal.cli.parser import SUBCOMMANDS, build_parser

    codecs.register_error("marks", _in_ascii)
    for stream, errors in (
        (sys.stdin, "backslashreplace"),
        (sys.stdout, "marks"),
        (sys.stderr, "marks"),
    ):
        ascii_only = stream is not sys.stdin and stream.isatty() and _plain_locale()
        encoding = "ascii" if ascii_only else None
        stream.reconfigure(encoding=encoding, errors=errors)  # type: ignore[union-attr]
    only = arguments[0] if arguments and arguments[0] in SUBCOMMANDS else None
    if arguments in ([], ["--plain"]) and "_ARGCOMPLETE" not in os.environ:
        only = ""
    overview = arguments in (["--help"], ["-h"])
    parsed = build_parser(only, names_only=overview).parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
        return code
    except DuelError as error:
        print(f"duel: {error}{_flags(error.arguments)}", file=sys.stderr)
        return 2


def _flags(arguments: tuple[str, ...]) -> str:
    """Return the flags for the arguments that would help, in brackets."""
    flags = ["-o" if argument == "output" else f"--{argument}" for argument in arguments]
    return f" ({', '.join(flags)})" if flags else ""
