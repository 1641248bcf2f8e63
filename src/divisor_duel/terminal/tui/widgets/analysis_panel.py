"""The analysis panel, shown only on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from divisor_duel.diagram import Diagram
from divisor_duel.drawing.scene import listed
from divisor_duel.game import AnyGame, Value
from divisor_duel.terminal.diagrams import board_key, board_letters, diagram_text
from divisor_duel.terminal.how_to_win import how_to_win
from divisor_duel.terminal.tui.widgets.text import ScrollingText
from divisor_duel.text import plural

if TYPE_CHECKING:
    from divisor_duel.engine import Analysis, MoveValue


class AnalysisPanel(ScrollingText):
    """A few lines about the position and the number under the cursor."""

    DEFAULT_CSS = """
    AnalysisPanel { display: none; max-height: 50%; background: $surface; }
    """


def panel_text(
    analysis: Analysis | None,
    cursor: int | None,
    ahead: int = 0,
    thinking: bool = False,
    drawing: str = "",
) -> str:
    """Return the panel's text about the position and the move at `cursor`.

    `ahead` is how many moves of the best line the board shows. The `drawing` of how the winner
    wins is above the rules, so that it is in view.
    """
    if analysis is None or (thinking and analysis.value is Value.UNKNOWN):
        return "Thinking …"
    lines = [verdict(analysis)]
    chosen = next((move for move in analysis.moves if move.move == cursor), None)
    if chosen:
        lines.append(worth(analysis.game, chosen))
    lines += [analysis.reason, *filter(None, [drawing]), *how_to_win(analysis)]
    if analysis.line:
        shown = best_line(analysis.game, analysis.line, ahead)
        lines.append(f"{analysis.line_title} ([ and ] step through it): {shown}")
    return "\n".join(lines)


def diagrams_text(game: AnyGame, diagrams: Sequence[Diagram], width: int) -> str:
    """Return how the winner wins, drawn with letters."""
    texts = [diagram_text(diagram, game, width) for diagram in diagrams]
    return "\n".join(filter(None, [*texts, board_key(board_letters(diagrams))]))


def verdict(analysis: Analysis) -> str:
    """Return who wins, how soon, and the nim-value."""
    if analysis.value is None:
        return "The game is over."
    if analysis.value is Value.UNKNOWN:
        return "? Not solved yet."
    wins = "wins" if analysis.value is Value.WIN else "loses"
    soon = "" if analysis.remoteness is None else f" in {plural(analysis.remoteness, 'move')}"
    nim = "" if analysis.grundy is None else f" Nim-value {analysis.grundy}."
    return f"{analysis.value.mark} The player to move {wins} with best play{soon}.{nim}"


def worth(game: AnyGame, move: MoveValue) -> str:
    """Return the value of one move, in words."""
    words = {
        Value.WIN: "wins",
        Value.LOSS: "loses",
        Value.UNKNOWN: "is not solved yet",
    }
    soon = "" if move.remoteness is None else f" in {plural(move.remoteness + 1, 'move')}"
    nim = "" if move.grundy is None else f", leaves nim-value {move.grundy}"
    return f"{game.format_move(move.move)} {move.value.mark} {words[move.value]}{soon}{nim}."


def best_line(game: AnyGame, line: tuple[int, ...], ahead: int) -> str:
    """Return the best line, with a bar after the moves that the board shows."""
    if not ahead:
        return listed(game, line, 16)
    shown = " ".join(game.format_move(move) for move in line[:ahead])
    return f"{shown} | {' '.join(game.format_move(move) for move in line[ahead:])}"
