"""Lines in and out: a person at a terminal, or a pipe.

At a terminal the line can be edited, earlier lines come back with the arrow
keys, and Tab completes. Through a pipe nothing is typed where one can see it,
so each answer is repeated after its prompt and the output reads as a session.
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
    """Where the questions of a session are asked and its lines are shown."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._stdin = stdin or sys.stdin
        self._stdout = stdout or sys.stdout
        self.paint = Paint(self._stdout)
        """How text is coloured here."""
        self.typed = self._stdin.isatty() and self._stdout.isatty()
        """Whether a person types the answers."""
        self._words: list[str] = []
        if self.typed:
            self._edit_lines()

    @property
    def width(self) -> int:
        """How many columns a line may have."""
        return shutil.get_terminal_size().columns

    def show(self, lines: Iterable[str]) -> None:
        """Print lines at once, so that they are seen before what follows is decided."""
        for line in lines:
            for part in self._wrapped(line):
                print(part, file=self._stdout)
        self._stdout.flush()

    def _wrapped(self, line: str) -> list[str]:
        """A line for a terminal, broken between words and numbers where it is too long.

        Painted lines are left alone: they fit already, or their length cannot be told.
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
        """A paragraph as lines that fit a terminal; through a pipe it stays one line."""
        return self._wrap(text) if self.paint.terminal else [text]

    def ask(self, question: str, words: Sequence[str] = ()) -> str:
        """The answer to `question`, which Tab completes from `words`; EOFError at the end."""
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
        with contextlib.suppress(ImportError):  # not every system has it; typing works without
            import readline

            readline.set_completer(self._complete)
            readline.set_completer_delims(" ")
            readline.parse_and_bind("tab: complete")

    def _complete(self, text: str, state: int) -> str | None:
        matches = [word for word in self._words if word.startswith(text)]
        return matches[state] + " " if state < len(matches) else None


def printable(text: str) -> str:
    """What somebody typed, safe to print: no control characters, and not endless."""
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text[:200])
    return shown + ("..." if len(text) > 200 else "")
