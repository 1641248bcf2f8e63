"""Start a new match in line mode."""

from __future__ import annotations

import sys

from divisor_duel.errors import SavedGameError
from divisor_duel.play.match import Match
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.session import run_match
from divisor_duel.terminal.saved_games import new_save


def start_match(match: Match, console: Console, *, coin_toss: bool = False) -> int:
    """Play a new match and return the exit code; after a `coin_toss`, show who won it."""
    if coin_toss:
        console.show([f"Coin toss: {match.names[match.round.first]} goes first.", ""])
    try:
        saved = new_save(match.game.id)
    except SavedGameError as error:
        print(f"duel: {error}; you can play, but the game is not saved.", file=sys.stderr)
        return run_match(match, None, console)
    return run_match(match, saved, console)
