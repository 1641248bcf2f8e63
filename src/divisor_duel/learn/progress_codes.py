"""Progress as a code to paste, and as a file: from the terminal to the page and back.

A code is ``duel1-`` and letters, digits, ``-`` and ``_``: compressed JSON with a checksum, so
that a code that was copied in part is noticed. A file is JSON that holds such a code, and on
the static site the games as well. Both may come from strangers, so their size is limited before
and after they are unpacked.

>>> from divisor_duel.learn.progress import Progress
>>> read_code(write_code(Progress(rating=1234))).rating
1234
"""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from divisor_duel.errors import DuelError
from divisor_duel.learn.daily import number_of, streak, today
from divisor_duel.learn.mistakes import due_mistakes
from divisor_duel.learn.progress import (
    MOST_RESULTS,
    DayMessage,
    Progress,
    ProgressMessage,
    from_message,
    to_message,
)
from divisor_duel.learn.puzzle import FIRST_RATING, THEMES
from divisor_duel.text import plural

MARK = "duel1-"
"""What codes begin with; the number is the version."""

LONGEST_CODE = 20_000
"""Length limit of a code, in characters."""

LARGEST = 200_000
"""Size limit of the JSON in a code, in bytes."""

LONGEST_FILE = 2_000_000
"""Length limit of a file, in characters: it may hold games too."""

NOT_A_CODE = "this is not a code from Divisor Duel; copy all of it, from duel1- to its end"
NOT_A_FILE = "this is not a file that Divisor Duel saved"
TOO_NEW = "this was saved by a newer version of Divisor Duel; update, and try again"


class ProgressError(DuelError, ValueError):
    """A code or a file does not hold progress."""


class ProgressFile(Struct, omit_defaults=True):
    """A file with progress; that of a static site holds the games and preferences as well."""

    kind: str
    version: int
    code: Annotated[str, Meta(max_length=LONGEST_CODE)] = ""
    items: dict[str, str] = {}
    """What the page stores, by key; version 1 has the results here and no code."""


KIND, VERSION = "divisor-duel", 2


def write_code(progress: Progress) -> str:
    """Return the progress as a code; of very many daily results it holds the latest."""
    numbers = sorted(progress.results, reverse=True)[:MOST_RESULTS]
    latest = replace(progress, results={number: progress.results[number] for number in numbers})
    packed = zlib.compress(msgspec.json.encode(to_message(latest)), 9)
    return MARK + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_code(code: str) -> Progress:
    """Return the progress in a code; ProgressError if it is not one."""
    text = "".join(code.split()) if len(code) <= 2 * LONGEST_CODE else ""
    if not text.startswith(MARK):
        raise ProgressError(TOO_NEW if re.match(r"duel\d+-", text) else NOT_A_CODE)
    packed = text.removeprefix(MARK)
    if len(text) > LONGEST_CODE or not re.fullmatch("[A-Za-z0-9_-]*", packed):
        raise ProgressError(NOT_A_CODE)
    try:
        unpacking = zlib.decompressobj()
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        content = unpacking.decompress(data, LARGEST)
        if not unpacking.eof or unpacking.unused_data:  # cut off, too large, or followed by more
            raise ProgressError(NOT_A_CODE)
        return from_message(msgspec.json.decode(content, type=ProgressMessage))
    except (ValueError, zlib.error, RecursionError):
        raise ProgressError(NOT_A_CODE) from None


def write_file(progress: Progress) -> str:
    """Return the text of a file with the progress."""
    return msgspec.json.encode(ProgressFile(KIND, VERSION, write_code(progress))).decode() + "\n"


def read_text(text: str) -> Progress:
    """Return the progress in a code or in the text of a file; ProgressError if there is none."""
    if not text.lstrip().startswith("{"):
        return read_code(text)
    try:
        file = msgspec.json.decode(text[:LONGEST_FILE], type=ProgressFile)
    except (msgspec.DecodeError, RecursionError):
        raise ProgressError(NOT_A_FILE) from None
    if file.kind != KIND or file.version < 1:
        raise ProgressError(NOT_A_FILE)
    if file.version > VERSION:
        raise ProgressError(TOO_NEW)
    return read_code(file.code) if file.version == VERSION else _first_version(file)


def _first_version(file: ProgressFile) -> Progress:
    """Return the progress in the items that the page of a static site saved at first."""
    items = file.items
    try:
        daily = msgspec.json.decode(items.get("duel:daily", "{}"), type=dict[str, DayMessage])
        rating = msgspec.json.decode(items.get("duel:preference:rating", "null"), type=int | None)
        message = ProgressMessage(daily, rating, 0)
        return from_message(msgspec.convert(msgspec.to_builtins(message), ProgressMessage))
    except (msgspec.DecodeError, RecursionError):
        raise ProgressError(NOT_A_FILE) from None


def summary(progress: Progress) -> str:
    """Return what the progress holds, in one sentence."""
    day = today()
    solved = sum(result.solved for result in progress.results.values())
    parts = [f"{plural(solved, 'daily puzzle')} solved"]
    if row := streak(progress.results.values(), number_of(day)):
        parts.append(f"{row} in a row")
    if progress.rating != FIRST_RATING:
        parts.append(f"rating {progress.rating}")
    if done := sum(progress.exercises.values()):
        parts.append(f"{plural(done, 'exercise')} done")
    if due := len(due_mistakes(progress.mistakes, day)):
        parts.append(f"{plural(due, 'mistake')} to practise today")
    themes = f" {themes_text(progress)}" if progress.themes else ""
    return f"Your progress: {', '.join(parts)}.{themes}"


def themes_text(progress: Progress) -> str:
    """Return how many puzzles of each theme were solved, in one sentence."""
    known = [theme for theme in THEMES if theme in progress.themes]
    counts = ("{}: {} of {}".format(theme, *progress.themes[theme]) for theme in known)
    return f"Puzzles solved at the first try: {', '.join(counts)}." if known else ""
