"""Lists of replies with their answers, and numbers that only a search answers."""

from __future__ import annotations

from math import fsum

from divisor_duel.diagram import Replies, Searched, Step
from divisor_duel.drawing.layouts.laid import (
    Laid,
    Mark,
    Named,
    box,
    label,
    path,
    ring,
    shortened,
    width_of,
    words,
)

SIZE, ROW = 15, 27
"""Font size, and height of a row, in SVG units."""

MOST_ROWS = 9
"""Most lines that are drawn."""

ARROW = 30
"""Width of an arrow with the space around it, in SVG units."""

MOST_NUMBERS = 40
"""Most numbers in a dashed box."""


def lay_out_replies(replies: Replies, width: float, named: Named) -> Laid:
    """Lay out a row for each reply, or for replies with the same answer."""
    marks, left = _move(replies.move, named)
    hidden, y = 0, 16.0
    for replied in replies.lines[:MOST_ROWS]:
        row, cut = _row(replied, left, y, width, named)
        marks += row
        hidden += cut
        y += ROW
    notes = ["Not all numbers are drawn."] if hidden else []
    more = len(replies.lines) - MOST_ROWS
    notes += [f"{more} more lines are not drawn."] if more > 0 else []
    return Laid(width, max(y - 8, 38), tuple(marks), " ".join(notes))


def _move(move: int, named: Named) -> tuple[list[Mark], float]:
    """Return the winner's move in a ring, and where the rest begins."""
    if not move:
        return [], 0.0
    text = named(move)
    radius = max(12.0, width_of(text, SIZE) / 2 + 4)
    at = radius + 1, radius + 2
    marks = [ring("ringed", at, radius, (move,)), label(text, at, SIZE, "number bold", (move,))]
    return marks, 2 * radius + 16


def _row(
    steps: tuple[Step, ...], left: float, y: float, width: float, named: Named
) -> tuple[list[Mark], int]:
    """Return a line from reply to answer and so on, and how many of its moves are left out."""
    following = [named(step[0]) for step in steps[1:]]
    taken = fsum(width_of(text, SIZE) + ARROW for text in following)
    text, hidden = shortened([named(move) for move in steps[0]], SIZE, width - left - taken)
    marks = [words(text, (left, y + 0.33 * SIZE), SIZE, "number")._replace(about=steps[0])]
    x = left + width_of(text, SIZE)
    for index, (step, text) in enumerate(zip(steps[1:], following, strict=True)):
        if x + ARROW + width_of(text, SIZE) > width:
            return marks, hidden + len(steps) - 1 - index
        marks += [_arrow(x + 7, y), _answer(step, text, x + ARROW, y, bold=index % 2 == 0)]
        x += ARROW + width_of(text, SIZE)
    return marks, hidden


def _arrow(x: float, y: float) -> Mark:
    end = x + ARROW - 14
    d = f"M{x:.1f} {y:.1f}L{end:.1f} {y:.1f}M{end - 5:.1f} {y - 4:.1f}L{end:.1f} {y:.1f}"
    return path("arrow", f"{d}L{end - 5:.1f} {y + 4:.1f}")


def _answer(step: Step, text: str, x: float, y: float, *, bold: bool) -> Mark:
    role = "number bold" if bold else "number"
    return words(text, (x, y + 0.33 * SIZE), SIZE, role)._replace(about=step)


def lay_out_searched(searched: Searched, width: float, named: Named) -> Laid:
    """Lay out the numbers in a dashed box, with the example below it."""
    marks, left = _move(searched.move, named)
    numbers = searched.numbers[:MOST_NUMBERS]
    cell = max(width_of(named(number), SIZE) for number in numbers) + 10
    columns = max(1, int((width - left - 16) / cell))
    for index, number in enumerate(numbers):
        row, column = divmod(index, columns)
        at = left + 8 + cell * (column + 0.5), 18.0 + 24 * row
        marks.append(label(named(number), at, SIZE, "number", (number,)))
    height = 24.0 * (row + 1) + 12
    across = 16 + cell * min(columns, len(numbers))
    marks.insert(0, box("searched", (left + 1, 1), (across - 2, height - 2), 6))
    example, _ = _row(((searched.reply,), (searched.answer,)), left + 8, height + 18, width, named)
    hidden = len(searched.numbers) - len(numbers)
    note = f"{hidden} more numbers are not drawn." if hidden else ""
    return Laid(width, height + 32, (*marks, *example), note)
