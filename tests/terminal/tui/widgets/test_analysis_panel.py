"""The text of the analysis panel."""

from __future__ import annotations

from divisor_duel.engine import analyze
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.how_to_win import how_to_win
from divisor_duel.terminal.tui.widgets.analysis_panel import best_line, panel_text, verdict

GAME = GAMES["countdown"](start=60)
WON = analyze(GAME, GAME.start())
UNKNOWN = analyze(GAMES["divider"](high=200), GAMES["divider"](high=200).start(), 0)


def test_position_move_line_and_reason_have_a_line_each() -> None:
    """The verdict, the number under the cursor, the reason, its drawing, the rules, a line."""
    lines = panel_text(WON, 15, drawing="60 → 57").splitlines()
    assert lines[:2] == [
        "+ The player to move wins with best play in 9 moves. Nim-value 2.",
        "15 + wins in 9 moves, leaves nim-value 0.",
    ]
    assert lines[2:-1] == [WON.reason, "60 → 57", *how_to_win(WON)]
    assert lines[4] == "How to win:"
    assert lines[-1] == "Best line ([ and ] step through it): 3, 3, 27, 3, 3, 3, 9, 3, 3"
    assert panel_text(WON, 4).splitlines()[1] == "4 - loses in 8 moves, leaves nim-value 4."


def test_a_number_that_is_no_move_has_no_line() -> None:
    """A cursor elsewhere, or none, leaves only what is about the position."""
    assert panel_text(WON, 7) == panel_text(WON, None)
    assert panel_text(WON, None).splitlines()[1] == WON.reason


def test_a_bar_shows_how_far_the_board_has_gone() -> None:
    """Moves of the line that the board shows stand before the bar."""
    assert best_line(GAME, WON.line, 2) == "3 3 | 27 3 3 3 9 3 3"
    assert best_line(GAME, WON.line, 9) == "3 3 27 3 3 3 9 3 3 | "


def test_unknown_is_said_only_after_the_search() -> None:
    """While a better analysis may follow, the panel says that the engine thinks."""
    assert panel_text(None, None) == panel_text(UNKNOWN, 2, thinking=True) == "Thinking …"
    assert panel_text(UNKNOWN, None).startswith("? Not solved yet.\n")


def test_after_the_end_there_is_no_verdict() -> None:
    """A game that is over says so."""
    game = GAMES["countdown"](start=13)
    assert verdict(analyze(game, game.start())) == "The game is over."
