"""Start a new match in line mode."""

from __future__ import annotations

import sys

from divisor_duel.errors import SavedGameError
from divisor_duel.play.match import Match
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.session import run_match
from divisor_duel.terminal.saved_games import new_save


def show_coin_toss(match: Match, console: Console) -> None:
    """Show who goes first after a coin toss."""
    console.show([f"The coin says: {match.names[match.round.first]} begins.", ""])


def start_match(match: Match, console: Console) -> int:
    """Play a new match and return the exit code."""
    try:
        saved = new_save(match.game.id)
    except SavedGameError as error:
        print(f"duel: {error}; the game is played but not saved.", file=sys.stderr)
        return run_match(match, None, console)
    return run_match(match, saved, console)
