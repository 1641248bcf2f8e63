"""Digits as a picture: the number, a table of the digits left, and the best line."""

from __future__ import annotations

from math import ceil

from divisor_duel.drawing.marks import owned_number, player_mark
from divisor_duel.drawing.page import GamePicture, Sketch, Subject, value_key
from divisor_duel.drawing.paper_boards import written_number
from divisor_duel.drawing.style import FAINT, INK, PAPER, PENCIL
from divisor_duel.drawing.svg import (
    Shape,
    centred,
    group,
    line,
    rectangle,
    write,
)
from divisor_duel.drawing.table import TableRow, table
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members

BOX, LINE, STEP = 48, 78, 66
"""Side of a box, distance between rows, and between moves of the line (SVG units)."""
MOST_BOXES = 18
"""Most boxes in a row."""
MOST_STEPS = 12
"""Most moves of the best line in a row."""


def check(game: Digits, position: DigitsPosition) -> None:
    """Accept every position: there are never more than 35 digits."""


def sketch(subject: Subject[Digits, DigitsPosition]) -> Sketch:
    """Draw the number in boxes, the table of the digits left and the line."""
    game = subject.game
    shapes = _boxes(subject)
    rows = ceil((game.base - 1) / MOST_BOXES)
    width, top = max(BOX * min(game.base - 1, MOST_BOXES), 480.0), LINE * rows + 48.0
    if subject.analysis.moves:
        heads = ("digit", "makes", "remainder", "moves left")
        body, wide, high = table(heads, _rows(subject), 18, gap=32)
        shapes.append(group([body], transform=f"translate(0 {top:g})"))
        width, top = max(width, wide), top + high + 44
    if subject.analysis.line:
        steps, wide, high = _line(subject)
        shapes.append(group(steps, class_="line", transform=f"translate(0 {top:g})"))
        width, top = max(width, wide), top + high
    key = value_key(subject.values.values(), "digit")
    return Sketch(width, top, shapes, key)


def _boxes(subject: Subject[Digits, DigitsPosition]) -> list[Shape]:
    """Return a box for every digit; those played have their player's mark."""
    game, record = subject.game, subject.record
    shapes: list[Shape] = []
    player = record.first
    written = game.written(subject.position.number)
    given = len(written) - len(record.moves)
    for index in range(game.base - 1):
        row, column = divmod(index, MOST_BOXES)
        x, y = BOX * column, LINE * row
        shapes.append(rectangle((x, y), BOX, BOX, fill=PAPER, stroke=FAINT))
        if index >= len(written):
            continue
        middle = x + BOX / 2, y + BOX / 2
        shapes.append(centred(written[index], middle, 34, font_weight="bold", class_="written"))
        if index >= given:
            shapes.append(player_mark(player, (middle[0], y + BOX + 14), 12))
            player = player.other
    words = _division(game, subject.position)
    base = LINE * (row + 1) + 18
    return [*shapes, write(words, (0, base), 18, fill=PENCIL, class_="remainder")]


def _division(game: Digits, position: DigitsPosition) -> str:
    """Say which remainder the number leaves."""
    number = position.number
    if not number:
        return f"No digit is written yet; the target is {game.target}."
    remainder = number % game.target
    base = "" if game.base == 10 else f" (base {game.base})"
    return f"{game.written(number)}{base} divided by {game.target} leaves remainder {remainder}."


def _rows(subject: Subject[Digits, DigitsPosition]) -> list[TableRow]:
    game, position = subject.game, subject.position
    rows = []
    for move in sorted(subject.analysis.moves, key=lambda analyzed: analyzed.move):
        after = game.play(position, move.move)
        plies = "" if move.remoteness is None else str(move.remoteness)
        remainder = str(after.number % game.target)
        cells = (game.format_move(move.move), _shortened(game, after), remainder, plies)
        rows.append(TableRow(move.move, move.value, cells))
    return rows


def _shortened(game: Digits, position: DigitsPosition) -> str:
    """Return the number as written, or its last digits if it is long."""
    text = game.written(position.number)
    return text if len(text) <= 12 else f"…{text[-11:]}"


def _line(subject: Subject[Digits, DigitsPosition]) -> tuple[list[Shape], float, float]:
    """Return the best line with its remainders, and its width and height."""
    game, moves = subject.game, subject.analysis.line
    position = subject.position
    shapes = [
        write(
            f"{subject.analysis.line_title}, and the remainder after each digit",
            (0, 0),
            18,
            fill=PENCIL,
        )
    ]
    for index, move in enumerate(moves):
        row, column = divmod(index, MOST_STEPS)
        place = STEP * column + 22, 44 + 84 * row
        player = position.to_move
        position = game.play(position, move)
        if column:
            begin = place[0] - STEP + 22, place[1]
            shapes.append(line(begin, (place[0] - 22, place[1]), stroke=INK, stroke_width=0.8))
        shapes.append(owned_number(player, game.format_move(move), place, 22))
        shapes.append(centred(str(position.number % game.target), (place[0], place[1] + 34), 16))
    rows = 1 + (len(moves) - 1) // MOST_STEPS
    return shapes, STEP * min(len(moves), MOST_STEPS), 84.0 * rows + 16


def board(game: Digits, position: DigitsPosition, start: DigitsPosition) -> Sketch:
    """Draw the number so far on paper, and the digits that are left."""
    digits = " ".join(map(game.format_move, members(position.left)))
    return written_number(
        game.written(position.number), f"Target {game.target}. Digits left: {digits}"
    )


PICTURE = GamePicture[Digits, DigitsPosition](check, sketch, board)
