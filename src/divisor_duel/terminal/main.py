"""Where `duel` starts: reads the command line and sends each subcommand to its file.

Slow imports wait until a command needs them; `duel --version` needs none.
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
        code = _leave_with(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:  # the reader, such as `head`, has had enough
        _write_no_more()
        code = 0
    except OSError as error:  # a full disk, mostly
        _write_no_more()
        print(f"duel: cannot go on: {error.strerror or error}", file=sys.stderr)
        code = 1
    sys.exit(code)


def _open_closed_streams() -> None:
    """Connect standard streams that the caller closed to nothing, as if they were empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open until the end


ASCII_MARKS = {
    **{"●": "o", "■": "#", "·": ".", "•": "*", "›": ">", "‹": "<", "│": "|", "─": "-"},
    **{"÷": "/", "×": "x", "≠": "!=", "→": "->", "…": "...", "–": "-", "—": "-", "’": "'"},
}
"""What stands for our own marks where a terminal has only ASCII; all else is escaped."""

PLAIN_LOCALES = ("C", "POSIX")
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python itself makes of LC_CTYPE where the locale is plain, so it tells nothing."""


def _plain_locale() -> bool:
    """Whether the user says that the terminal has ASCII alone; Python would send it Unicode."""
    letters = os.environ.get("LC_CTYPE", "")
    said = (os.environ.get("LC_ALL"), letters not in COERCED and letters, os.environ.get("LANG"))
    return next(filter(None, said), "") in PLAIN_LOCALES


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """What is written for characters that a terminal does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    told = (
        ASCII_MARKS.get(one) or one.encode("ascii", "backslashreplace").decode() for one in letters
    )
    return "".join(told), error.end


def _write_no_more() -> None:
    """Keep Python from trying once more, at its end, to write what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _leave_with(arguments: list[str]) -> int | str | None:
    """The exit code; the parser leaves in its own way when it has shown its help."""
    if arguments == ["--version"]:
        from divisor_duel import __version__

        print(f"duel {__version__}")
        return 0
    try:
        return _run(arguments)
    except SystemExit as leaving:
        return leaving.code


def _run(arguments: list[str]) -> int:
    from divisor_duel.errors import DuelError
    from divisor_duel.files import keeping_facts
    from divisor_duel.terminal.parser import SUBCOMMANDS, build_parser

    codecs.register_error("marks", _in_ascii)
    for stream, errors in (
        (sys.stdin, "backslashreplace"),
        (sys.stdout, "marks"),
        (sys.stderr, "marks"),
    ):
        ascii_alone = stream is not sys.stdin and stream.isatty() and _plain_locale()
        encoding = "ascii" if ascii_alone else None
        stream.reconfigure(encoding=encoding, errors=errors)  # type: ignore[union-attr]
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
