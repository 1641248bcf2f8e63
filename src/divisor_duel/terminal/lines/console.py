"""Line input and output, at a terminal or through a pipe.

At a terminal, lines can be edited, the arrow keys recall earlier lines, and Tab
completes. A pipe does not show what is typed, so each answer is echoed after its
prompt and the output reads like a session.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TextIO

from divisor_duel.files import read_line
from divisor_duel.terminal.paint import Paint

LONGEST_ANSWER = 10_000
"""Length limit of an answer through a pipe, in characters; the remainder is skipped."""


class Console:
    """Asks the questions of a session and shows its lines."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._stdin = stdin or sys.stdin
        self._stdout = stdout or sys.stdout
        self.paint = Paint(self._stdout)
        """Colours text for this output."""
        self.typed = self._stdin.isatty() and self._stdout.isatty()
        """Whether a person types the answers."""
        self._words: list[str] = []
        if self.typed:
            self._edit_lines()

    @property
    def width(self) -> int:
        """Width of the terminal, in columns."""
        return shutil.get_terminal_size().columns

    def show(self, lines: Iterable[str]) -> None:
        """Print lines and flush them, so that they appear before any computation."""
        for line in lines:
            for part in self._wrapped(line):
                print(part, file=self._stdout)
        self._stdout.flush()

    def _wrapped(self, line: str) -> list[str]:
        """Break a line that is too long for the terminal between words.

        Coloured lines stay whole: they fit already, or their visible length is unknown.
        """
        if not self.paint.terminal or len(line) <= self.width or "\x1b" in line:
            return [line]
        indent = line[: len(line) - len(line.lstrip())]
        return self._wrap(line, indent)

    def _wrap(self, text: str, indent: str = "") -> list[str]:
        return textwrap.wrap(
            text,
            self.width,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]

    def fit(self, text: str) -> list[str]:
        """Wrap a paragraph to the terminal's width; through a pipe it stays one line."""
        return self._wrap(text) if self.paint.terminal else [text]

    def ask(self, question: str, words: Sequence[str] = ()) -> str:
        """Return the answer to `question`; EOFError at the end of the input.

        Tab completes from `words`.
        """
        if self.typed:
            self._words = list(words)
            head, newline, prompt = question.rpartition("\n")
            if newline:
                self.show([head])
            return input(prompt or "> ").strip()
        print(question, end="", file=self._stdout, flush=True)
        line = read_line(self._stdin, LONGEST_ANSWER)
        if not line:
            print(file=self._stdout)
            raise EOFError
        print(printable(line.strip()), file=self._stdout)
        return line.strip()

    def _edit_lines(self) -> None:
        with contextlib.suppress(ImportError):  # some systems have no readline
            import readline

            readline.set_completer(self._complete)
            readline.set_completer_delims(" ")
            readline.parse_and_bind("tab: complete")

    def _complete(self, text: str, state: int) -> str | None:
        matches = [word for word in self._words if word.startswith(text)]
        return matches[state] + " " if state < len(matches) else None


def printable(text: str) -> str:
    """Return typed text safe to print: cut short, control characters escaped."""
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text[:200])
    return shown + ("..." if len(text) > 200 else "")
