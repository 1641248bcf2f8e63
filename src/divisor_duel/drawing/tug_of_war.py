"""The tug of war: who was winning after each move, and how far from the end.

The knot of the rope is between the players. The fewer moves the winner still needs, the
nearer it is to the winner's edge; a mistake throws it across.
"""

from __future__ import annotations

from itertools import pairwise

from divisor_duel.drawing.marks import player_mark
from divisor_duel.drawing.style import FAINT, INK, PENCIL, PLAYERS
from divisor_duel.drawing.svg import Point, Shape, centred, circle, document, fitted, line
from divisor_duel.game import Player
from divisor_duel.learn.review import Mark, Review, Standing

ROW, HALF, MIDDLE, TOP = 40, 200, 400, 120
BESIDE, CLEAR = 22, 12
"""Distance of a number from its mark, and least distance of its middle from a line."""


def tug_of_war(reviewed: Review) -> str:
    """Draw the tug of war of a reviewed game."""
    record = reviewed.record
    names = {Player.ONE: record.names[0], Player.TWO: record.names[1]}
    height = TOP + ROW * len(reviewed.standings) + 40
    title = f"{record.game.title}: {names[Player.ONE]} against {names[Player.TWO]}"
    shapes = [fitted(title, (40, 48), 24, 740), *_goals(names, height - 40)]
    longest = max((standing.remoteness or 0 for standing in reviewed.standings), default=0)
    knots = [_knot(row, standing, longest) for row, standing in enumerate(reviewed.standings)]
    for begin, end in pairwise(knots):
        shapes.append(line(begin, end, stroke=INK, stroke_width=1.5))
    for row, standing in enumerate(reviewed.standings):
        shapes += _mark(knots[row], standing)
        if row:
            shapes += _move(reviewed, row)
    words = f"Who was winning after each of {len(reviewed.moves)} moves"
    return document(820, height, title, words, shapes)


def _goals(names: dict[Player, str], bottom: int) -> list[Shape]:
    """Draw the middle line and the players' edges."""
    shapes = [line((MIDDLE, TOP - 20), (MIDDLE, bottom), stroke=PENCIL, stroke_dasharray="2 4")]
    for player, x in ((Player.ONE, MIDDLE - HALF), (Player.TWO, MIDDLE + HALF)):
        shapes.append(line((x, TOP - 20), (x, bottom), stroke=PLAYERS[player], stroke_width=2))
        label, style = f"{names[player]} wins", {"text_anchor": "middle", "fill": PLAYERS[player]}
        shapes.append(fitted(label, (x, TOP - 30), 16, 2 * HALF - 40, **style))
    return shapes


def _knot(row: int, standing: Standing, longest: int) -> Point:
    """Return where the knot is: at the edge at the end, near the middle long before."""
    y = TOP + ROW * row
    if standing.winner is None:
        return MIDDLE, y
    near = 0.5 if standing.remoteness is None else 1 - standing.remoteness / (longest + 1)
    return MIDDLE + (HALF if standing.winner == Player.TWO else -HALF) * max(near, 0.08), y


def _mark(at: Point, standing: Standing) -> list[Shape]:
    """Draw a disc for Player 1, a square for Player 2, or a question mark."""
    if standing.winner is None:
        return [circle(at, 9, fill="white", stroke=PENCIL), centred("?", at, 14, fill=PENCIL)]
    mark = player_mark(standing.winner, at, 18)
    plies = "" if standing.remoteness is None else str(standing.remoteness)
    return [mark, centred(plies, (_beside(at[0]), at[1]), 13, fill=PENCIL)]


def _beside(x: float) -> float:
    """Return where the number beside a mark at `x` is: away from the middle line and both edges."""
    outwards = BESIDE if x > MIDDLE else -BESIDE
    on_edge = any(abs(x + outwards - edge) < CLEAR for edge in (MIDDLE - HALF, MIDDLE + HALF))
    return x - outwards if on_edge else x + outwards


def _move(reviewed: Review, row: int) -> list[Shape]:
    """Draw the move that led to a row, and a note if it was a mistake."""
    judged = reviewed.moves[row - 1]
    y = TOP + ROW * row
    text = f"{judged.ply}. {reviewed.record.game.format_move(judged.move)}"
    room = MIDDLE - HALF - 80
    shapes = [fitted(text, (40, y + 6), 18, room, fill=PLAYERS[judged.player])]
    shapes.append(line((36, y + 12), (784, y + 12), stroke=FAINT, stroke_width=0.5))
    if judged.mark is Mark.MISTAKE:
        best = reviewed.record.game.format_move(judged.better[0])
        shapes.append(fitted(f"mistake; {best} wins", (640, y + 6), 14, 160, fill=INK))
    return shapes
