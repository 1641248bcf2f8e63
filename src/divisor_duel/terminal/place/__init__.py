"""`duel` as a place: a full screen with a home, boards, reviews, lessons and puzzles.

Only the modules in here know Textual, and this one does not: it says whether the
terminal can have the place, so that commands that stay in line mode never load it.
What is played, saved and judged is done by the match, the saves and the engine; the
screens show values and pass keys on.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from divisor_duel.match import Match
    from divisor_duel.terminal.saves import SavedMatch


def opens_here(plain: bool) -> bool:
    """Whether a person at a real terminal wants the full screen rather than line mode."""
    terminal = os.environ.get("TERM", "" if os.name != "nt" else "windows")
    return (
        not plain
        and terminal not in ("", "dumb", "unknown")
        and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    )


def open_place(
    opening: tuple[Match, SavedMatch | None] | None = None, choosing: bool = False
) -> int:
    """Run the place: at home, with a match on its board, or choosing one; the exit code.

    While it starts nothing is collected, which is a fifth of the time: what is loaded
    then stays until the end anyway. The app collects again once home is shown.
    """
    gc.disable()
    from divisor_duel.terminal.place.app import run_place

    return run_place(opening, choosing)
