"""The full-screen terminal app: home, boards, reviews, lessons and puzzles.

All Textual code is in this package, but none in this module: it only decides whether the
terminal can run the app, so that commands that stay in line mode never load Textual.
The match, the saved games and the engine do the work; the screens show values and pass
keys on.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from divisor_duel.play.match import Match
    from divisor_duel.terminal.new_puzzle import PuzzleChoice
    from divisor_duel.terminal.saved_games import SavedMatch


def wants_full_screen(plain: bool) -> bool:
    """Return whether to use the full screen: in a real terminal, unless `plain`."""
    terminal = os.environ.get("TERM", "" if os.name != "nt" else "windows")
    return (
        not plain
        and terminal not in ("", "dumb", "unknown")
        and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    )


def run_full_screen(
    opening: tuple[Match, SavedMatch | None] | None = None,
    choosing: bool = False,
    puzzles: PuzzleChoice | None = None,
) -> int:
    """Run the app at home, on a match or puzzle, or choosing a game; return the exit code.

    Garbage collection is off while the app starts, which saves a fifth of the time: what
    is loaded then stays until exit anyway. The app turns it on again once home is shown.
    """
    gc.disable()
    from divisor_duel.terminal.tui.app import run_app

    return run_app(opening, choosing, puzzles)
