"""Whether the terminal is light or dark, as far as it says so."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from contextlib import suppress

TIMEOUT = 0.2
"""How long to wait for the terminal's answer, in seconds."""
QUESTION = b"\x1b]11;?\x1b\\\x1b[c"
"""Asks for the background colour, then for the terminal's type, which nearly all answer."""
ANSWER = re.compile(rb"\x1b\]11;rgba?:([0-9a-f]+)/([0-9a-f]+)/([0-9a-f]+)", re.IGNORECASE)
END = re.compile(rb"\x1b\[\?[0-9;]*c")
"""The terminal's type: the answer to the colour, if there is one, came before it."""
WEIGHTS = 0.299, 0.587, 0.114
"""How bright red, green and blue look."""
LONGEST_ANSWER = 512
"""Most bytes to read."""
SILENT = ("linux", "dumb", "unknown", "")
"""Types of terminals that do not know the question."""


def is_light() -> bool | None:
    """Return whether the terminal's background is light; None if it does not say."""
    light = is_light_answer(_ask())
    if light is not None:
        return light
    colour = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return colour in ("7", "15") if colour.isdecimal() else None


def is_light_answer(answer: bytes) -> bool | None:
    """Return whether the colour in a terminal's answer is light; None if there is none."""
    found = ANSWER.search(answer)
    if not found:
        return None
    shares = (int(part, 16) / (int("f" * len(part), 16)) for part in found.groups())
    bright: float = sum(weight * share for weight, share in zip(WEIGHTS, shares, strict=True))
    return bright > 0.5


def _ask() -> bytes:
    """Return what the terminal answers within the timeout; empty where nothing can be asked."""
    if os.name == "nt" or os.environ.get("TERM", "") in SILENT:
        return b""
    import termios
    import tty

    answer = b""
    with suppress(OSError, termios.error, ValueError):
        source, target = sys.__stdin__.fileno(), sys.__stderr__.fileno()  # type: ignore[union-attr]
        if not (os.isatty(source) and os.isatty(target)):
            return b""
        before = termios.tcgetattr(source)
        try:
            tty.setcbreak(source, termios.TCSADRAIN)
            os.write(target, QUESTION)
            end = time.monotonic() + TIMEOUT
            while len(answer) < LONGEST_ANSWER and not END.search(answer):
                if not select.select([source], [], [], max(0.0, end - time.monotonic()))[0]:
                    break
                answer += os.read(source, LONGEST_ANSWER)
        finally:
            termios.tcsetattr(source, termios.TCSADRAIN, before)
    return answer
