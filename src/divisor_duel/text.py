r"""Text from files, networks and command lines, made safe to show on a terminal.

Everything this package did not write itself goes through `clean_text` before it reaches a
screen: names in records, replies of language models, error output of bots, file names. Without
it such text could clear the screen, set the window title, hide a link or reverse a line.

Letters, digits, punctuation, emoji and accents of all languages stay.

>>> clean_text("\x1b[2J\x1b]0;title\x07Ann\u202e")
'Ann'
"""

from __future__ import annotations

import re
from unicodedata import category

MOST_MARKS = 6
"""How many combining marks may follow one letter; more would cover the lines above and below."""

LONGEST_NAME = 100
"""Length limit of a name read from a file, in characters."""

_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # control sequences: colours, cursor moves, clearing
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"  # titles, links
    r"|\x1b[ -/]*[0-~]"
)

_BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Unicode classes as letters, marks or symbols although they are invisible."""


def clean_text(text: str, *, lines: bool = False) -> str:
    """Return `text` without anything that could control a terminal.

    Escape sequences, control characters, direction controls and invisible characters are
    removed; any space, tab or line break becomes a space. With `lines`, newlines stay.
    """
    if text.isascii() and text.isprintable():
        return text
    if lines:
        return "\n".join(clean_text(line) for line in text.splitlines())
    return "".join(_visible(_SEQUENCE.sub("", text)))


def _visible(text: str) -> list[str]:
    visible: list[str] = []
    marks = 0
    for character in text:
        if character.isspace():
            visible.append(" ")
        elif not character.isprintable() or character in _BLANK:
            continue
        else:
            marks = marks + 1 if category(character) in ("Mn", "Me") else 0
            if marks <= MOST_MARKS:
                visible.append(character)
    return visible


def plural(count: int, noun: str, nouns: str = "") -> str:
    """Return a count with its noun, as in ``1 move``; `nouns` is an irregular plural."""
    return f"{count} {noun if count == 1 else nouns or f'{noun}s'}"


def clean_name(text: str) -> str:
    """Return a name on one line, at most `LONGEST_NAME` long; empty if none is left."""
    name = " ".join(clean_text(text).split())
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
