"""Draw the result of a puzzle: the tries, and nothing that gives the puzzle away."""

from __future__ import annotations

from divisor_duel.drawing.marks import value_mark
from divisor_duel.drawing.style import FAINT, INK, PENCIL, VALUES
from divisor_duel.drawing.svg import Shape, circle, document, write
from divisor_duel.game import Value
from divisor_duel.learn.daily import TRIES, Result, result_in_words
from divisor_duel.web.engine.position_card import DISC_FILL, HEIGHT, WIDTH

LEFT = 90
RADIUS, APART, MIDDLE = 92.0, 250.0, 345.0


def result_card(result: Result, title: str) -> str:
    """Return a card, as SVG, with one ring per try and a plus for the right move."""
    shapes = [
        write(f"Divisor Duel {result.number}", (LEFT, 130), 72, font_weight="bold"),
        write(title, (LEFT, 190), 38, fill=PENCIL),
    ]
    for index in range(TRIES):
        at = LEFT + RADIUS + index * APART, MIDDLE
        tried = result.tries[index] if index < len(result.tries) else None
        shapes += _try(at, tried)
    words = result_in_words(result).capitalize()
    shapes.append(write(f"{words}.", (LEFT, 545), 52, font_weight="bold"))
    return document(WIDTH, HEIGHT, f"Divisor Duel {result.number}: {title}", words, shapes)


def _try(at: tuple[float, float], right: bool | None) -> list[Shape]:
    """Draw a try: a thick ring with a plus if right, thin with a minus if wrong.

    A try that was not needed is a dashed, empty ring.
    """
    if right is None:
        return [
            circle(at, RADIUS, fill="none", stroke=FAINT, stroke_width=3, stroke_dasharray="8 8")
        ]
    value = Value.WIN if right else Value.LOSS
    ring = circle(
        at,
        RADIUS,
        fill=DISC_FILL,
        stroke=VALUES[value] if right else INK,
        stroke_width=9 if right else 3,
        class_="try",
    )
    return [ring, value_mark(value, at, 40)]
