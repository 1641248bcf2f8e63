"""The parity ladder in a picture: two rails, and the best line stepping down and up."""

from __future__ import annotations

from divisor_duel.drawing.marks import held
from divisor_duel.drawing.notebook import Subject
from divisor_duel.drawing.style import FAINT, INK, PAPER, PENCIL, PLAYERS
from divisor_duel.drawing.svg import Shape, centred, group, line, rectangle, write
from divisor_duel.game import Player
from divisor_duel.games.countdown.figure import Stop, figure, spaced

ABOVE, BELOW, HEIGHT = 22.0, 112.0, 168.0
LEFT = 84
PITCH, SIZE, LETTER = 78.0, 30, 10.5
LONGEST = 15
"""Numbers with more figures have no ladder: no step of it would fit."""


def rails(subject: Subject, width: float) -> tuple[list[Shape], float]:
    """The ladder of the best line within `width`, and how much room it takes."""
    drawn = figure(subject.record, subject.analysis)
    stops = [drawn.path[-1], *drawn.ahead]
    longest = max(len(spaced(stop.number)) for stop in stops)
    if not drawn.ahead or longest > LONGEST:
        return [], 0.0
    pitch = max(PITCH, 30 + LETTER * longest)
    shown = stops[: max(2, int((width - LEFT) / pitch))]
    places = [
        (LEFT + pitch * (column + 0.5), BELOW if stop.lost else ABOVE)
        for column, stop in enumerate(shown)
    ]
    shapes = _rail(ABOVE, "even", "wins", width) + _rail(BELOW, "odd", "loses", width)
    player = subject.position.to_move
    for column, stop in enumerate(shown[1:]):
        shapes.append(_step(player, shown[column], stop, places[column], places[column + 1]))
        player = player.other
    player = subject.position.to_move
    for stop, place in zip(shown, places, strict=True):
        shapes.append(_stop(player, stop, place, stop is shown[0]))
        player = player.other
    if len(stops) > len(shown):
        shapes.append(write("…", (places[-1][0] + pitch / 2, places[-1][1] - 6), 18))
    return [group(shapes, class_="rails")], HEIGHT


def _rail(y: float, parity: str, value: str, width: float) -> list[Shape]:
    return [
        line((LEFT - 8, y), (width, y), stroke=FAINT, stroke_width=1.2),
        write(parity, (0, y - 1), 17, font_weight="bold"),
        write(value, (0, y + 16), 15, fill=PENCIL, font_style="italic"),
    ]


def _stop(player: Player, stop: Stop, at: tuple[float, float], here: bool) -> Shape:
    text = spaced(stop.number)
    if here and len(text) < 4:
        return held(player, text, at, 20)
    half = 10 + LETTER * len(text) / 2
    frame = rectangle(
        (at[0] - half, at[1] - SIZE / 2),
        2 * half,
        SIZE,
        rx=SIZE / 2 if player is Player.ONE else 2,
        fill=PLAYERS[player] if here else PAPER,
        stroke=PLAYERS[player],
        stroke_width=1.6,
    )
    shapes = [frame, centred(text, at, 18, fill=PAPER if here else INK)]
    if stop.note:
        aside = SIZE / 2 + 12 if stop.lost else -SIZE / 2 - 11
        note = {"fill": PENCIL, "font_style": "italic"}
        shapes.append(centred(stop.note, (at[0], at[1] + aside), 14, **note))
    return group(shapes, class_="stop", data_number=stop.number)


def _step(
    player: Player, before: Stop, after: Stop, begin: tuple[float, float], end: tuple[float, float]
) -> Shape:
    """A line between the rails with the divisor beside it. Best play never stays on a rail."""
    down = 1 if end[1] > begin[1] else -1
    middle = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    label = f"−{spaced(before.number - after.number)}"
    edge = down * SIZE / 2
    return group(
        [
            line(
                (begin[0], begin[1] + edge),
                (end[0], end[1] - edge),
                stroke=PLAYERS[player],
                stroke_width=1.8,
            ),
            write(label, (middle[0] + 8, middle[1] + (-4 if down > 0 else 15)), 16),
        ],
        class_="step",
        data_move=before.number - after.number,
    )
