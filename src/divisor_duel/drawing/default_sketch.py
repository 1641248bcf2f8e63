"""The sketch of a game without its own: the position in words and its moves."""

from __future__ import annotations

from divisor_duel.drawing.page import GamePicture, Sketch, Subject, value_key, wrapped
from divisor_duel.drawing.svg import group, write
from divisor_duel.drawing.table import TableRow, table
from divisor_duel.game import AnyGame, Position

MOST_ROWS = 90
"""Most rows of moves: more would not fit on a page."""

WIDTH, SIZE, LINE = 560, 22, 30


def check(game: AnyGame, position: Position) -> None:
    """Accept every position: a long table is cut short."""


def sketch(subject: Subject[AnyGame, Position]) -> Sketch:
    """Draw the position in words and a table of the moves' values."""
    game, moves = subject.game, subject.analysis.moves
    description = game.describe(subject.position)
    words = [
        write(text, (0, 28 + LINE * index), SIZE)
        for index, text in enumerate(wrapped(description[0].upper() + description[1:], SIZE, WIDTH))
    ]
    top = 24 + LINE * len(words)
    if not moves:
        return Sketch(WIDTH, top, words)
    rows = [
        TableRow(move.move, move.value, (game.format_move(move.move), _known(move.remoteness)))
        for move in moves[:MOST_ROWS]
    ]
    body, width, height = table(("move", "moves left"), rows, 30)
    notes = [f"The {MOST_ROWS} best of {len(moves)} moves."] if len(moves) > MOST_ROWS else []
    shapes = [*words, group([body], transform=f"translate(0 {top})")]
    return Sketch(
        max(width, WIDTH), top + height, shapes, value_key(subject.values.values()), notes
    )


def _known(plies: int | None) -> str:
    return "" if plies is None else str(plies)


PICTURE = GamePicture[AnyGame, Position](check, sketch)
