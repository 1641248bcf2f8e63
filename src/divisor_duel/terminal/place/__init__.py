"""`duel` as a place: a full screen with a home, boards, reviews, lessons and puzzles.

Only the modules in here know Textual, and this one does not: it says whether the
terminal can have the place, so that commands that stay in line mode never load it.
What is played, saved and judged is done by the match, the saves and the engine; the
screens show values and pass keys on.
"""

from __future__ import annotations

import os
import sys


def opens_here(plain: bool) -> bool:
    """Whether a person at a real terminal wants the full screen rather than line mode."""
    terminal = os.environ.get("TERM", "" if os.name != "nt" else "windows")
    return (
        not plain
        and terminal not in ("", "dumb", "unknown")
        and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    )
