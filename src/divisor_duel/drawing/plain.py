"""The picture of any game that has no sketch of its own: the position in words, and its moves."""

from __future__ import annotations

from typing import Any

from divisor_duel.drawing.notebook import Sketch, Subject, value_key, wrapped
from divisor_duel.drawing.svg import group, write
from divisor_duel.drawing.table import TableRow, table
from divisor_duel.game import Game
from divisor_duel.games.parts import Picture

MOST_ROWS = 90
"""More moves than this would fill more than a page."""

WIDTH, SIZE, LINE = 560, 22, 30


def check(game: Game[Any], position: Any) -> None:
    """Nothing to refuse: a long table is cut short."""


def sketch(subject: Subject) -> Sketch:
    """What is left, and what each move is worth."""
    game, moves = subject.game, subject.analysis.moves
    told = game.describe(subject.position)
    words = [
        write(text, (0, 28 + LINE * index), SIZE)
        for index, text in enumerate(wrapped(told[0].upper() + told[1:], SIZE, WIDTH))
    ]
    top = 24 + LINE * len(words)
    if not moves:
        return Sketch(WIDTH, top, words)
    rows = [
        TableRow(each.move, each.value, (game.format_move(each.move), _known(each.remoteness)))
        for each in moves[:MOST_ROWS]
    ]
    body, width, height = table(("move", "moves left"), rows, 30)
    notes = [f"The {MOST_ROWS} best of {len(moves)} moves."] if len(moves) > MOST_ROWS else []
    shapes = [*words, group([body], transform=f"translate(0 {top})")]
    return Sketch(
        max(width, WIDTH), top + height, shapes, value_key(subject.values.values()), notes
    )


def _known(plies: int | None) -> str:
    return "" if plies is None else str(plies)


PICTURE = Picture(check, sketch)
